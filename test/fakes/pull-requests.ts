import { type Answer, type DeliveryGithub, headOf, type StoredPull } from './delivery-state.ts';

/** Pull requests, their labels, and comments; the number of a page's entries is small on purpose. */
export function pullRequests(
  fake: DeliveryGithub,
  method: string,
  rest: string,
  body: Record<string, unknown>,
): Answer {
  const url = new URL(rest, fake.url);
  const [, kind, number, part] =
    /^\/(pulls|issues)(?:\/(\d+|comments))?(?:\/(\w+))?/.exec(url.pathname) ?? [];
  if (kind === 'issues' && (part === 'comments' || number === 'comments')) {
    return comments(fake, method, url.pathname, String(body['body'] ?? ''));
  }
  const pull = fake.pulls.find((one) => one.number === Number(number));
  if (kind === 'pulls' && number === undefined) {
    return method === 'GET' ? list(fake, url) : create(fake, body);
  }
  if (!pull) return [404, { message: 'Not Found' }];
  if (part === 'labels') {
    pull.labels.push(...(body['labels'] as string[]));
    return [200, []];
  }
  if (method === 'PATCH') Object.assign(pull, body);
  return [200, shown(fake, pull)];
}

const PER_PAGE = 2;

function list(fake: DeliveryGithub, url: URL): Answer {
  const base = url.searchParams.get('base');
  const page = Number(url.searchParams.get('page') ?? 1);
  const all = fake.pulls.filter((pull) => pull.state === 'open' && pull.base === base);
  const next = new URL(`/repos/octo/app${url.pathname}${url.search}`, fake.url);
  next.searchParams.set('page', String(page + 1));
  return [
    200,
    all.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((pull) => shown(fake, pull)),
    page * PER_PAGE < all.length ? { link: `<${next.href}>; rel="next"` } : {},
  ];
}

function create(fake: DeliveryGithub, body: Record<string, unknown>): Answer {
  const { title, body: text, head, base, draft } = body as unknown as StoredPull;
  if (!fake.mayOpenPulls) {
    return [
      403,
      { message: 'GitHub Actions is not permitted to create or approve pull requests.' },
    ];
  }
  if (!title) return [422, { message: 'Validation Failed: title is missing' }];
  if (text.length > 65_536) return [422, { message: 'Validation Failed: body is too long' }];
  if (
    fake.pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base)
  ) {
    return [422, { message: `A pull request already exists for octo:${head}.` }];
  }
  if (headOf(fake, head) === headOf(fake, base)) {
    return [422, { message: `No commits between ${base} and ${head}` }];
  }
  const number = Math.max(10, ...fake.pulls.map((pull) => pull.number)) + 1;
  const pull: StoredPull = {
    number,
    title,
    body: text,
    state: 'open',
    draft,
    head,
    base,
    labels: [],
  };
  fake.pulls.push(pull);
  return [201, shown(fake, pull)];
}

function shown(fake: DeliveryGithub, pull: StoredPull) {
  const repo = { full_name: 'octo/app' };
  const side = (ref: string, of: unknown) => ({
    ref,
    sha: headOf(fake, ref) ?? '0'.repeat(40),
    repo: of,
  });
  return {
    ...pull,
    html_url: `https://github.example/octo/app/pull/${pull.number}`,
    head: side(pull.head, pull.fork ? { full_name: 'stranger/app' } : repo),
    base: side(pull.base, repo),
  };
}

function comments(fake: DeliveryGithub, method: string, path: string, body: string): Answer {
  if (method === 'GET') return [200, fake.comments];
  if (method === 'POST') {
    const id = fake.comments.length + 1;
    const user = { login: 'github-actions[bot]', type: 'Bot' };
    const comment = { id, body, user, html_url: `https://github.example/c/${id}` };
    fake.comments.push(comment);
    return [201, comment];
  }
  const comment = fake.comments.find(({ id }) => path.endsWith(`/${id}`));
  if (!comment) return [404, { message: 'Not Found' }];
  comment.body = body;
  return [200, comment];
}
