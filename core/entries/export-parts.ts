import { notFound } from '../kernel/errors.ts';
import { referralLink } from '../kernel/site.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { completeContacts } from './complete-contacts.ts';
import { CSV_HEADER, toCsvLine } from './csv.ts';
import { BLOCK, type EntryOrder } from './entry-store.ts';
import type { ExportServices } from './services.ts';

/** Entries per query, and the most that is held in memory. */
const WINDOW = 1_000;

/**
 * Entries per chunk. V8 frees strings above some 100 kB only in a full collection, which on a long list
 * comes after a hundred megabytes of them.
 */
const LINES = 100;

type Context = WaitlistContext<ExportServices>;

/** The CSV lines of the people at places `after + 1` and following. */
async function readPart(
  { caller, waitlist, services, site }: Context,
  order: EntryOrder,
  after: number,
): Promise<readonly string[]> {
  const window = await services.entries.window({
    accountId: caller.account.id,
    waitlistId: waitlist.id,
    after,
    seqs: seqsFrom(order, after, WINDOW),
  });
  // The waitlist was deleted during the export. Throw, so that the partial file does not look complete.
  if (!window) throw notFound('waitlist');
  const { slug, shareUrl } = waitlist;
  const place = { slug, shareUrl, domain: order.domain };
  const entries = await completeContacts(services, window);
  return entries.map(entry => toCsvLine(entry, referralLink(site, place, entry.referralCode)));
}

/** Who is at the places `after + 1` to `after + limit`. */
function seqsFrom({ blocks, upTo }: EntryOrder, after: number, limit: number): number[] {
  const places = Array.from({ length: Math.min(limit, upTo - after) }, (_, index) => after + index);
  return places.map(place => blocks[Math.floor(place / BLOCK)]?.[place % BLOCK] ?? place + 1);
}

/** An export whose first part has been read, so errors that prevent it were already thrown. */
export interface StartedExport {
  /** The newest `seq` when the export began. */
  readonly upTo: number;
  /** The whole file; each part is read when it is needed. */
  parts(): AsyncGenerator<string, void, undefined>;
}

/**
 * Starts the CSV export of a waitlist, in the order of this moment. Each part is its own query and no connection is held
 * in between, so long lists and slow readers cost neither memory nor connections. People who join after the first query
 * are not included.
 * @throws {ApiError} `not_found`, `external_database_unavailable`; the parts throw the same
 */
export async function startExport(context: Context): Promise<StartedExport> {
  const { caller, waitlist, services } = context;
  const order = await services.entries.order(caller.account.id, waitlist.id);
  if (!order) throw notFound('waitlist');
  const first = await readPart(context, order, 0);
  return {
    upTo: order.upTo,
    async *parts() {
      yield CSV_HEADER;
      for (let after = 0; after < order.upTo; after += WINDOW) {
        const lines = after === 0 ? first : await readPart(context, order, after);
        for (let at = 0; at < lines.length; at += LINES) yield lines.slice(at, at + LINES).join('');
      }
    },
  };
}
