import pg from 'pg';

/** Opens a connection for a moment. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  // A connection that breaks fails the statement under way as well; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
