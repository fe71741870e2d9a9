import { requirements } from './requirement.ts';

/** What HTTP has for resources (beyond 9). */
export const http = requirements(
  { source: 'beyond', section: '9', status: 'built', issue: 21 },
  {
    'http.location': 'Every 201 has a Location, the address of what was created.',
    'http.etag': 'GET of one waitlist or template has an ETag, which changes when they do.',
    'http.if-match': 'PATCH and DELETE of them with another ETag in If-Match are a 412 and change nothing.',
    'http.if-match-concurrent': 'Of changes with one ETag that arrive at once, one is made.',
    'http.head': 'Every GET answers HEAD with the same status and headers, and no body.',
    'http.allow': 'Allow names every method of a path, HEAD and OPTIONS included.',
    'http.list-pages':
      'list_waitlists with limit or after returns a page and next, which is null at the end.',
    'http.link': 'A page of a list has a Link to the page after it, and to the one before.',
    'http.cors': 'Pages of any origin can send and read the headers of the API.',
  },
);
