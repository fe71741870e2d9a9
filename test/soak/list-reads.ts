import type { Answer, Send } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { SoakList } from './lists.ts';
import type { Random } from './random.ts';

/** What a page of a list was asked for. */
export interface PageQuery {
  readonly sort: 'joined' | 'position';
  readonly status: 'waiting' | 'invited' | 'accepted' | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page as the API answers it. */
export interface Page {
  readonly entries: readonly {
    readonly id: string;
    readonly position: number;
    readonly status: string;
    readonly createdAt: string;
  }[];
  readonly total: number;
}

/** Whether each is after the one before, by a number. */
const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

/**
 * What is wrong with a page, whatever happened meanwhile.
 * @param isWhole - whether all its rows are stored here: a customer's may be erased before they are read
 */
export function pageProblems(query: PageQuery, { entries, total }: Page, isWhole: boolean): string[] {
  const { sort, status, limit, offset } = query;
  const due = Math.max(0, Math.min(limit, total - offset));
  const times = entries.map(({ createdAt }) => -Date.parse(createdAt));
  const isInOrder =
    sort === 'position'
      ? isRising(entries.map(({ position }) => position))
      : times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  return [
    ...(isInOrder ? [] : ['is not in order']),
    ...(new Set(entries.map(({ id }) => id)).size === entries.length ? [] : ['repeats someone']),
    ...(status === null || entries.every(one => one.status === status) ? [] : ['has another status']),
    ...(entries.length === due || (!isWhole && entries.length < due)
      ? []
      : [`has ${entries.length} people instead of ${due}`]),
  ];
}

const LIMIT = 50;

/** @returns what reads the first, the last, and another page of a list in some order, and compares each with its query */
export function createListReader(send: Send, ledger: Ledger, random: Random) {
  async function readPage(list: SoakList, query: PageQuery): Promise<Answer | null> {
    const { sort, status, limit, offset } = query;
    const filter = status === null ? '' : `&status=${status}`;
    const path = `/api/v1/waitlists/${list.slug}/entries?sort=${sort}${filter}&limit=${limit}&offset=${offset}`;
    const answer = await send({ kind: 'read', list, path, as: 'key' });
    if (answer?.status !== 200) return null;
    for (const problem of pageProblems(query, answer.body, list.customer === null))
      ledger.surprises.push(`${path} ${problem}`);
    return answer;
  }

  return async (list: SoakList): Promise<void> => {
    const sort = random.pick(['joined', 'position'] as const) ?? 'joined';
    const status = random.pick([null, 'waiting', 'invited', 'accepted'] as const) ?? null;
    const first = await readPage(list, { sort, status, limit: LIMIT, offset: 0 });
    const total: number = first?.body.total ?? 0;
    if (total <= LIMIT) return;
    await readPage(list, { sort, status, limit: LIMIT, offset: random.below(total) });
    await readPage(list, { sort, status, limit: LIMIT, offset: total - 1 - ((total - 1) % LIMIT) });
  };
}
