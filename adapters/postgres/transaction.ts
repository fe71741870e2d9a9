import type pg from 'pg';

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  // While it is lent, nobody listens for the pool, and a connection that breaks would end the process.
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
    // A connection that cannot even roll back is not given to anybody else.
    await client.query('ROLLBACK').catch((cause: Error) => {
      failure = cause;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(failure);
  }
}
