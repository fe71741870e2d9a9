import pg from 'pg';

/**
 * Runs work in a transaction, which is committed when it returns and rolled back when it throws. Given a client, the work
 * is part of that client's transaction.
 */
export async function inTransaction<Result>(
  db: pg.Pool | pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  if (!(db instanceof pg.Pool)) return work(db);
  const client = await db.connect();
  let failure: Error | undefined;
  const onError = (error: Error): void => {
    failure = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is closed, not reused.
    await client.query('ROLLBACK').catch((cause: Error) => {
      failure = cause;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(failure);
  }
}

/** Runs work in a transaction that holds the waitlist's lock. */
export const withWaitlistLock = <Result>(
  db: pg.Pool | pg.ClientBase,
  waitlistId: string,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async client => {
    await client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
    return work(client);
  });
