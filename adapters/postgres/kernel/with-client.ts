import pg from 'pg';

/** Opens a connection, uses it, and closes it. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  // A broken connection also fails the running statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
