import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connectorOver } from '../../core/customer-database/connector-codec.ts';
import { NO_SOURCE } from '../../core/questions/source.ts';
import { createHandler } from '../../lambdas/database-connector/handler.ts';
import { connectorFrom } from '../../lambdas/services/connector.ts';
import { startLambda } from '../../local/stand-ins/lambda.ts';
import type { StandIn } from '../../local/stand-ins/stand-in.ts';
import {
  type CustomerDatabase,
  entryOf,
  failureOf,
  openPostgresDatabase,
  targetOf,
} from './customer-database.ts';

const FUNCTION = 'database-connector';
let database: CustomerDatabase;
let lambda: StandIn;

beforeAll(async () => {
  database = await openPostgresDatabase();
  lambda = await startLambda({
    [FUNCTION]: createHandler({ LOG_LEVEL: 'INFO', ALLOW_LOOPBACK_DATABASES: 'true' }),
    failing: async () => {
      throw new Error('secret of ours');
    },
    large: async () => 'x'.repeat(7 * 1024 * 1024),
    strange: async () => ({ result: { unexpected: true } }),
  });
});

afterAll(async () => {
  await lambda?.stop();
  await database?.drop();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const clientOf = (functionName: string) =>
  connectorFrom({
    AWS_REGION: 'us-east-1',
    CONNECTOR_FUNCTION_NAME: functionName,
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
  });

describe('the connector as a function', () => {
  it('works over Lambda as it does in process', async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const connector = clientOf(FUNCTION);
    const where = targetOf(database, 'waitlist_invoked');
    expect(await connector.test(where)).toEqual({ serverVersion: expect.any(String) });
    expect(await connector.prepare(where)).toEqual({
      serverVersion: expect.any(String),
      identity: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const entry = entryOf(1, { name: 'Zoë 😀' });
    await connector.append(where, [entry]);
    await connector.setPositions(where, [{ id: entry.id, position: 7 }]);
    expect(await connector.read(where, [entry.id])).toEqual([
      { id: entry.id, email: entry.email, name: 'Zoë 😀', answers: {}, consents: {}, source: NO_SOURCE },
    ]);
    expect(await database.query('SELECT position FROM waitlist_invoked')).toEqual([{ position: 7 }]);
  });

  it('reports full error details, and logs neither the connection string nor a signup', async () => {
    const lines: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation(line => {
        lines.push(String(line));
        return true;
      });
    }
    const connector = clientOf(FUNCTION);
    const where = targetOf(database, 'waitlist_missing');
    const entry = entryOf(1, { email: 'private@example.com', name: 'Private Person' });
    const missing = await failureOf(connector.append(where, [entry]));
    expect(missing).toMatchObject({ kind: 'table', cause: '42P01' });
    const wrong = {
      ...where,
      connectionString: where.connectionString.replace(/:[^:@/]+@/, ':correct-horse@'),
    };
    const refused = await failureOf(connector.test(wrong));
    expect(refused).toMatchObject({ kind: 'failed', cause: '28P01' });
    const bad = await failureOf(
      connector.test({ ...where, connectionString: 'postgres://u:correct-horse@db/x' }),
    );
    expect(bad).toMatchObject({ kind: 'refused' });
    expect(lines).toHaveLength(3);
    const logged = lines.join('\n');
    expect(logged).toContain('28P01');
    expect(logged).not.toMatch(/correct-horse|private|Private|postgres:\/\/|127\.0\.0\.1/);
    const { password } = new URL(database.url);
    expect(logged).not.toContain(password);
  });

  it.each([
    ['has failed', 'failing'],
    ['does not exist', 'absent'],
    ['returned too much', 'large'],
  ])('that %s counts as an unavailable database', async (_what, name) => {
    const failure = await failureOf(clientOf(name).test(targetOf(database, 'waitlist_x')));
    expect(failure.kind).toBe('unavailable');
    expect(failure.message).not.toContain('secret');
  });

  it('that returns an invalid response is an internal error', async () => {
    await expect(clientOf('strange').test(targetOf(database, 'waitlist_x'))).rejects.toThrow();
  });

  it.each([
    ['nothing', null],
    ['no operation', { target: targetOf({ dbType: 'postgres', url: '' } as CustomerDatabase, 'waitlist_x') }],
    ['an unknown operation', { operation: 'drop' }],
    [
      'another table',
      { operation: 'test', target: { dbType: 'postgres', connectionString: 'x', tableName: 'users' } },
    ],
    [
      'a table with a quote',
      {
        operation: 'test',
        target: { dbType: 'mysql', connectionString: 'x', tableName: 'waitlist_`; DROP' },
      },
    ],
    [
      'an unknown kind of database',
      { operation: 'test', target: { dbType: 'oracle', connectionString: 'x', tableName: 'waitlist_x' } },
    ],
    [
      'too many ids',
      {
        operation: 'read',
        target: { dbType: 'mysql', connectionString: 'secret', tableName: 'waitlist_x' },
        ids: Array.from({ length: 201 }, () => '0b0e8a5c-2f0e-4f0e-9d5c-1a2b3c4d5e6f'),
      },
    ],
  ])('rejects a message with %s', async (_what, message) => {
    const handler = createHandler({ LOG_LEVEL: 'SILENT' });
    const failure = await handler(message).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toMatch(/Invalid connector request/);
    expect(String(failure)).not.toContain('secret');
  });

  it('reaches no database on its own machine unless allowed to', async () => {
    const handler = createHandler({ LOG_LEVEL: 'SILENT' });
    const connector = connectorOver(async request => JSON.parse(JSON.stringify(await handler(request))));
    expect(await failureOf(connector.test(targetOf(database, 'waitlist_x')))).toMatchObject({
      kind: 'refused',
    });
  });
});
