import { getOverview } from './get-overview.ts';
import { getPerson } from './get-person.ts';
import { listCountedWaitlists } from './list-counted-waitlists.ts';

/** Operations for people only: the dashboard's function bundles no others. */
export const peopleEntryOperations = [listCountedWaitlists, getOverview, getPerson] as const;
