import { requirements } from './requirement.ts';

/** For developers (beyond 17). */
export const developers = [
  ...requirements(
    { source: 'beyond', section: '17', status: 'built', issue: 35 },
    {
      'openapi.webhooks': 'The description has every event under `webhooks`, with an example, as it is sent.',
      'openapi.webhook-headers': 'The description has the three headers that sign an event.',
      'openapi.public':
        'The description has the endpoints for visitors, which need no key, with their answers and errors.',
      'openapi.oauth2':
        'Each operation with a scope can be called with `oauth2` and that scope; the URLs are those of the OAuth metadata.',
      'openapi.error-examples':
        'Each error response names the codes that occur, and has an example of each; every code has one.',
      'openapi.one-of': 'The body of `invite_entries` has `count` or `entryIds`, as `oneOf`.',
      'openapi.etag': 'The description has an `ETag`, and GET and HEAD with it in `If-None-Match` are a 304.',
      'docs.guides':
        '`/docs/{guide}` serves every guide for owners and developers, in the design of `/docs`; it can be read without scripts.',
      'docs.markdown':
        'A guide and the changelog can be read as Markdown, at their path with `.md`, or with `Accept: text/markdown`.',
      'docs.links': 'Every link on a page of the documentation leads somewhere.',
      'docs.search': 'The documentation can be searched, by keyboard too.',
      'docs.changelog': '`/changelog` has the changelog.',
      'docs.versions':
        'A guide says what we may add, what we never change, and that we give 12 months’ notice.',
      'docs.llms': '`llms.txt` lists the guides as Markdown, and the changelog.',
      'docs.start-here': 'The commands of "Start here" work as the guide shows them.',
      'openapi.docs-events': '`/docs` shows every event and every endpoint for visitors.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '17', status: 'built', issue: 35 },
    {
      'client.size': '`@anteroom/client` has no dependencies, and at most 10 kB minified and gzipped.',
      'client.operations':
        'Every operation and every endpoint for visitors of the description is a method, with its types.',
      'client.all': '`all` reads a list to its end, page by page.',
      'client.retries':
        'A call is repeated after 429, 502, 503, 504, and network errors, a few times, under one `Idempotency-Key`.',
      'client.retry-after':
        'It is not repeated before `Retry-After`, and not at all if that is over a minute.',
      'client.errors': 'An error has the code, status, details, resolution, and request id of the API.',
      'client.invalid-response': 'An answer of something else than Anteroom is `invalid_response`.',
      'client.unreachable': 'No answer is `unreachable`, or `timeout`.',
      'client.abort': 'An `AbortSignal` ends a call, also between two tries.',
      'client.options': 'A call can send headers, and read those of the response.',
      'client.webhooks':
        '`webhooks.verify` accepts what Standard Webhooks signs with the secret, within five minutes, and nothing else.',
      'client.runtimes':
        'The client runs in Node 20 and 24, Bun, Deno, and Chromium, installed from its package.',
      'react.waitlist':
        '`<Waitlist>` shows the form of a waitlist in React 18 and 19, and tells what happens.',
      'react.use-waitlist': '`useWaitlist` joins, and knows the place of the person who joined.',
      'react.server': 'Both render on a server.',
      'packages.clean':
        'Packed, both packages pass publint and “Are the types wrong?”, and compile under strict.',
      'packages.examples': 'The example apps work as they are, with the packed packages.',
    },
  ),
];
