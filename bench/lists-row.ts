import { createEntryStore } from '../adapters/postgres/entries/entry-store.ts';
import { ENTRY_STATUSES } from '../core/audiences/audience.ts';
import type { EntryPage } from '../core/entries/entry-store.ts';
import { inTurn, type RunRow, timed } from './bench.ts';
import { openPool } from './database.ts';
import { compare, type Finding, type Target } from './finding.ts';
import { scatter } from './scatter.ts';

const LIMIT = 200;
/** Pages per cell. */
const PAGES = 40;
/** A page of everybody, or of those who wait, reads two blocks; one of the few others reads dozens. */
const DENSE: Target = { atMost: 1.5 };
const SPARSE: Target = { atMost: 4 };
/** A large offset by referrals walks over the people before it: about 2 s at a million. */
const WALK: Target = { atMost: 250 };

interface List {
  readonly name: string;
  readonly target: Target;
  /** Of the far page; as the first one unless given. */
  readonly far?: Target;
  page(offset: number): Promise<EntryPage>;
}

/** Every filter and order, first and far page, vs the plain first page of the same list. */
export const runLists: RunRow = async bench => {
  const { entries } = bench.options;
  const database = await bench.database();
  await scatter(bench, database, entries);
  const store = createEntryStore(openPool(bench, database.url, 1));
  const query = { accountId: database.list.accountId, waitlistId: database.list.id, limit: LIMIT };
  const lists: List[] = [null, ...ENTRY_STATUSES].flatMap(status =>
    (['joined', 'position'] as const).map(sort => ({
      name: `${status ?? 'everybody'} by ${sort}`,
      target: status === null || status === 'waiting' ? DENSE : SPARSE,
      page: (offset: number) => store.page({ ...query, offset, status, sort }),
    })),
  );
  lists.push({
    name: 'everybody by referrals',
    target: DENSE,
    far: WALK,
    page: offset => store.page({ ...query, offset, sort: 'referrals' }),
  });

  const findings: Finding[] = [];
  const plain = timed(PAGES, async () => {
    await store.page({ ...query, offset: 0, status: null, sort: 'joined' });
  });
  for (const { name, target, far = target, page } of lists) {
    bench.log(`lists: ${name}`);
    const { total } = await page(0);
    for (const offset of [0, Math.max(0, total - LIMIT)]) {
      const cell = timed(PAGES, async () => {
        const { length } = (await page(offset)).entries;
        if (length !== Math.min(LIMIT, total)) throw new Error(`A page has ${length} entries`);
      });
      // The first calls prepare statements and warm up the code, equally for both.
      await plain();
      await cell();
      const pairs = await inTurn(bench, { reference: plain, ours: cell });
      const where = `${name}, at ${offset.toLocaleString('en')}`;
      findings.push(
        compare({ row: 'lists', name: where, unit: 'ms', target: offset === 0 ? target : far }, pairs),
      );
    }
  }
  return findings;
};
