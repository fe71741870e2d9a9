import { requirements } from './requirement.ts';

/** `Idempotency-Key` (beyond 9). */
export const idempotency = [
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 21 },
    {
      'idempotency.replayed': 'The same key and body give the first answer again, marked as replayed.',
      'idempotency.reused': 'The same key with another body is a 422 `idempotency_key_reused`.',
      'idempotency.in-progress': 'While the first request runs, another is a 409 `request_in_progress`.',
      'idempotency.at-once': 'Twenty requests with one key at once make one thing.',
      'idempotency.kept-errors': 'A 4xx is kept; a 5xx and a 429 are not.',
      'idempotency.key-length': 'A key has 1 to 255 characters.',
      'idempotency.own': 'A key belongs to its account and operation.',
      'idempotency.expires': 'A key counts for 24 hours.',
      'idempotency.died': 'A request whose process died runs again, and creates nothing twice.',
      'idempotency.uploads': 'Uploads heed the key, whatever the boundary of the form.',
      'idempotency.tools': 'Tools that create something take the key as an argument.',
      'idempotency.sealed': 'Nothing of a kept answer can be read in the database.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 30 },
    {
      'idempotency.long': 'A request runs once at a time, however long it takes.',
      'idempotency.personal':
        'An answer that names people is not kept: a repeated request runs again, and is a 404 for an erased person.',
    },
  ),
] as const;
