import { expect, it } from '@jest/globals';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { CALLS_PER_ACCOUNT } from '../../core/customer-database/outside-calls.ts';
import { eventually } from '../support/eventually.ts';
import { shareEngine } from './engine-fixture.ts';

const engine = shareEngine();

it('does not give the last place of an account to two calls that ask at once', async () => {
  const calls = createOutsideCalls(engine.pool);
  const caller = { accountId: engine.accountId };
  for (let taken = 1; taken < CALLS_PER_ACCOUNT; taken++) await calls.begin(caller);
  const first = await engine.pool.connect();
  await first.query('BEGIN');
  const take = `SELECT call FROM begin_outside_call($1, NULL, $2, interval '20 seconds', 3)`;
  const { rows } = await first.query(take, [engine.accountId, CALLS_PER_ACCOUNT]);
  expect(rows).toEqual([{ call: expect.any(String) }]);

  let answered = false;
  const second = calls.begin(caller).finally(() => {
    answered = true;
  });
  await eventually(async () => {
    const { rowCount } = await engine.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(answered || rowCount === 1).toBe(true);
  });
  await first.query('COMMIT');
  first.release();
  expect(await second).toMatchObject({ id: null, refusal: 'busy' });
});
