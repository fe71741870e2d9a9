import pg from 'pg';
import type { VisitCounter } from '../../../core/pages/page-store.ts';
import { createBatcher } from '../kernel/batcher.ts';

/** A waitlist was deleted at that moment. Nothing was counted. */
const isDeleted = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23503';

/** {@link VisitCounter} on Postgres: visits that come while others are written go together in the next call. */
export function createVisitCounter(pool: pg.Pool): VisitCounter {
  const batcher = createBatcher<{ readonly slug: string; readonly source: string }, void>({
    maxSize: 1000,
    maxInFlight: 1,
    retryAlone: isDeleted,
    async run(visits) {
      await pool.query({
        name: 'count-visits',
        text: 'SELECT count_visits($1, $2)',
        values: [visits.map(({ slug }) => slug), visits.map(({ source }) => source)],
      });
      return visits.map(() => undefined);
    },
  });
  return { count: (slug, source) => batcher.add({ slug, source }) };
}
