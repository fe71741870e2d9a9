import * as z from 'zod';
import { completeContacts } from '../entries/complete-contacts.ts';
import { CSV_HEADER, toCsvLine } from '../entries/csv.ts';
import { notFound } from '../errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../operation.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import { toWaitlistRef } from '../waitlists/waitlist-ref.ts';
import type { DashboardServices } from './services.ts';

/** Entries that are read at a time. */
const WINDOW = 1_000;

/**
 * Bytes of a part as they leave a function, which gives at most 6,291,456: as text in JSON that is a text in JSON. The last
 * window may go beyond it, by less than 2,000 bytes an entry.
 */
const PART_BYTES = 4_000_000;

/** Reading from a database of the account takes a while; the function has 29 s. */
const PART_MS = 8_000;

const Seq = z.int().min(0).max(2_147_483_647);

export const exportEntries = definePeopleOperation({
  name: 'export_entries',
  group: 'dashboard',
  title: 'Export signups',
  summary: 'The signups of a waitlist as CSV, part by part, in the order of joining',
  description:
    'Parts put together are one CSV file (RFC 4180, UTF-8). The first has the line of column names; each but the last has in next what to ask for with the next request. Who joins after the first request is not in it.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/export',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  input: z.object({ id: WaitlistId, after: Seq.default(0), upTo: Seq.optional() }),
  output: z.object({ csv: z.string(), next: z.object({ after: Seq, upTo: Seq }).nullable() }),
  async run({ caller, services }: CallerContext<DashboardServices>, { id, after, upTo: given }) {
    const ref = toWaitlistRef(id);
    const end = performance.now() + PART_MS;
    const lines: string[] = after === 0 ? [CSV_HEADER] : [];
    let bytes = 0;
    for (let from = after, upTo = given; ; from += WINDOW) {
      const window =
        ref &&
        (await services.entries.window({
          accountId: caller.account.id,
          ref,
          after: from,
          limit: WINDOW,
          upTo,
        }));
      if (!window) throw notFound('waitlist');
      upTo = window.upTo;
      const text = (await completeContacts(services, window)).map(toCsvLine).join('');
      lines.push(text);
      bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(text)));
      const reached = from + WINDOW;
      if (reached >= upTo) return { csv: lines.join(''), next: null };
      if (bytes >= PART_BYTES || performance.now() >= end) {
        return { csv: lines.join(''), next: { after: reached, upTo } };
      }
    }
  },
});
