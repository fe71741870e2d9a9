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
      'openapi.docs-events': '`/docs` shows every event and every endpoint for visitors.',
    },
  ),
];
