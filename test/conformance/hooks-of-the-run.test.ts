import { checkFixtures } from './check-fixtures.ts';

checkFixtures(['events', 'handlers', 'sources', 'processes']);
