import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Input, type Output } from '../api/client.ts';
import { pollDue, pollMs } from '../api/poll-due.ts';
import { pageOf, type Waitlist, waitlistKey } from '../api/queries.ts';

export type InvitationBatch = Output<'list_invitations'>['batches'][number];
export type Plan = NonNullable<Waitlist['invitationPlan']>;

/** When a plan runs. */
export type PlanTimes = Pick<Input<'preview_plan'>['plan'], 'days' | 'time' | 'timezone'>;

const STALE_MS = 15_000;

/** Key of the batches of a waitlist. */
const batchesKey = (id: string) => [...waitlistKey(id), 'invitations'] as const;

export const BATCHES_PER_PAGE = 20;

/** Batches of invitations. Polls while one is being sent, and once one is due. */
export const batchesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...batchesKey(id), page],
    queryFn: ({ signal }) => call('list_invitations', { id, ...pageOf(page, BATCHES_PER_PAGE) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data ? pollMs(data.batches) : false),
    staleTime: STALE_MS,
  });

/** The most batches that are added up. */
export const BATCHES_ADDED_UP = 200;

/** The latest batches, to add them up. */
export const latestBatchesQuery = (id: string) =>
  queryOptions({
    queryKey: [...batchesKey(id), 'latest'],
    queryFn: ({ signal }) => call('list_invitations', { id, limit: BATCHES_ADDED_UP }, signal),
    staleTime: STALE_MS,
  });

/** The next five runs of a plan. Asks again once the first is due. */
export const runsQuery = (id: string, { days, time, timezone }: PlanTimes) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'plan runs', days, time, timezone],
    // How many people each run invites does not matter.
    queryFn: async ({ signal }) =>
      (await call('preview_plan', { id, plan: { count: 1, days, time, timezone } }, signal)).runs,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pollDue(data ?? []),
  });

/** What a run of the plan would do now. */
export const runNowQuery = (id: string, { maxOpen }: Plan) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'run now'],
    async queryFn({ signal }) {
      const [{ batch }, { invited: open }] = await Promise.all([
        call('run_plan', { id, dryRun: true }, signal),
        call('get_overview', { id, days: 1 }, signal),
      ]);
      return { people: batch?.invited ?? 0, isFull: maxOpen !== null && open >= maxOpen };
    },
    // True at the moment that the dialog opens.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
