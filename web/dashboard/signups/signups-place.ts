import type { EntrySort } from '../api/queries.ts';

const SORTS: readonly string[] = ['position', 'referrals', 'joined'] satisfies EntrySort[];
export const DEFAULT_SORT: EntrySort = 'position';

/** What the URL of the signups says. Defaults are left out. */
export interface SignupsPlace {
  readonly page?: number;
  /** Part of an email or name. */
  readonly q?: string;
  readonly sort?: EntrySort;
  /** The id of the person in the drawer. */
  readonly person?: string;
}

/** Reads it; what makes no sense is left out. */
export const toSignupsPlace = ({ page, q, sort, person }: Record<string, unknown>): SignupsPlace => ({
  ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  ...(typeof q === 'string' && q !== '' && { q }),
  ...(typeof sort === 'string' &&
    SORTS.includes(sort) &&
    sort !== DEFAULT_SORT && { sort: sort as EntrySort }),
  ...(typeof person === 'string' && person !== '' && { person }),
});
