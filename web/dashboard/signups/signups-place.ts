import type { EntrySort, EntryStatus } from '../api/queries.ts';

export const SORTS: readonly EntrySort[] = ['position', 'referrals', 'joined'];
/** Those of people with one status. */
export const STATUS_SORTS: readonly EntrySort[] = ['position', 'joined'];
const STATUSES: readonly EntryStatus[] = ['waiting', 'invited', 'accepted'];
export const DEFAULT_SORT: EntrySort = 'position';

/** The state of the signups in the URL. Defaults are left out. */
export interface SignupsPlace {
  readonly page?: number;
  /** Part of an email or name. Finds people whatever their status. */
  readonly q?: string;
  readonly sort?: EntrySort;
  readonly status?: EntryStatus | undefined;
  /** The id of the person in the drawer. */
  readonly person?: string;
}

/** Reads it; what makes no sense is left out. */
export function toSignupsPlace({ page, q, sort, status, person }: Record<string, unknown>): SignupsPlace {
  const isSearch = typeof q === 'string' && q !== '';
  const known = isSearch ? undefined : STATUSES.find(each => each === status);
  const sorted = (known ? STATUS_SORTS : SORTS).find(each => each === sort);
  return {
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
    ...(isSearch && { q }),
    ...(sorted && sorted !== DEFAULT_SORT && { sort: sorted }),
    ...(known && { status: known }),
    ...(typeof person === 'string' && person !== '' && { person }),
  };
}
