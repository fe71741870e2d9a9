import { notFound } from '../kernel/errors.ts';
import { referralLink } from '../kernel/site.ts';
import { completeContacts } from './complete-contacts.ts';
import { type CsvQuestions, csvHeader, csvQuestions, toCsvLine } from './csv.ts';
import type { ListContext } from './entry-filter.ts';
import {
  type EntryFilter,
  type EntryOrder,
  type EntrySort,
  type OrderWindow,
  readOrder,
} from './entry-store.ts';
import type { ExportServices } from './services.ts';

/**
 * Entries per chunk. V8 frees strings above some 100 kB only in a full collection, which on a long list
 * comes after a hundred megabytes of them.
 */
const LINES = 100;

/** The CSV lines of the people of a window. */
async function readWindow(
  { caller, waitlist, services, site }: ListContext<ExportServices>,
  { domain }: EntryOrder,
  questions: CsvQuestions,
  window: OrderWindow,
): Promise<readonly string[]> {
  const list = { accountId: caller.account.id, waitlistId: waitlist.id };
  const found = await services.entries.window({ ...list, ...window });
  // The waitlist was deleted during the export. Throw, so that the partial file does not look complete.
  if (!found) throw notFound('waitlist');
  const { slug, shareUrl } = waitlist;
  const place = { slug, shareUrl, domain };
  const entries = await completeContacts(services, found);
  return entries.map(entry => toCsvLine(entry, referralLink(site, place, entry.referralCode), questions));
}

/** An export whose first part has been read, so errors that prevent it were already thrown. */
export interface StartedExport {
  /** The whole file; each part is read when it is needed. */
  parts(): AsyncGenerator<string, void, undefined>;
}

/**
 * Starts the CSV export of the people who match, in their current order. Each part is its own query, and no connection is held
 * in between: long lists and slow readers cost only 8 bytes for each person. It leaves out people who join after the first
 * query, and people who are erased before their part is read.
 * @throws {ApiError} `not_found`, `external_database_unavailable`; the parts throw the same
 */
export async function startExport(
  context: ListContext<ExportServices>,
  filter: EntryFilter & { readonly sort: EntrySort },
): Promise<StartedExport> {
  const { caller, waitlist, services } = context;
  const list = { accountId: caller.account.id, waitlistId: waitlist.id };
  const order = await services.entries.order({ ...filter, ...list });
  if (!order) throw notFound('waitlist');
  const questions = csvQuestions(waitlist.questions, order.answered);
  const [head, ...others] = order.windows;
  const first = head === undefined ? [] : await readWindow(context, order, questions, readOrder(head));
  return {
    async *parts() {
      yield csvHeader(questions);
      for (const window of [null, ...others]) {
        const lines =
          window === null ? first : await readWindow(context, order, questions, readOrder(window));
        for (let at = 0; at < lines.length; at += LINES) yield lines.slice(at, at + LINES).join('');
      }
    },
  };
}
