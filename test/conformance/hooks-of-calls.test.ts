import { checkFixtures } from './check-fixtures.ts';

checkFixtures(['answers', 'matching', 'merging', 'calls']);
