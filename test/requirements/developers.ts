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
];
