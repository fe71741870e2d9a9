import type pg from 'pg';
import type { VisitCounter } from '../../../core/pages/page-store.ts';
import { createBatcher } from '../kernel/batcher.ts';

/** {@link VisitCounter} on Postgres: visits that come while others are written go together in the next call. */
export function createVisitCounter(pool: pg.Pool): VisitCounter {
  const batcher = createBatcher<string, void>({
    maxSize: 1000,
    maxInFlight: 1,
    async run(slugs) {
      await pool.query({ name: 'count-visits', text: 'SELECT count_visits($1)', values: [slugs] });
      return slugs.map(() => undefined);
    },
  });
  return { count: slug => batcher.add(slug) };
}
