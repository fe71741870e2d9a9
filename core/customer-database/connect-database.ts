import * as z from 'zod';
import { requireCapability } from '../account/require-capability.ts';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { callOutside } from './call-outside.ts';
import { digestIdentity, mapConnectorErrors, toDatabaseStatus } from './database.ts';
import type { DatabaseServices } from './database-store.ts';
import { ConnectDatabaseInput, DatabaseStatus, DatabaseTest } from './schemas.ts';
import { tableNameFor } from './table-name.ts';

export const connectDatabase = defineWaitlistOperation({
  name: 'connect_database',
  group: 'database',
  title: 'Store signups in your own database',
  summary: 'Store new signups in your own Postgres or MySQL, or try the connection',
  description:
    'Creates the table waitlist_<slug> in your Postgres or MySQL (or uses an existing one that fits) and stores new signups of the waitlist in it from now on. With testOnly it only tests the connection and stores nothing. Calling it again replaces the connection: with the same server, database, and table (a new password) nothing else changes; a different one takes over and gets the signups not copied yet. On 422, error says why the connection failed.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/database',
  scope: 'domains:write',
  effect: { ...EFFECT.update, openWorld: true },
  errors: ['capability_required', 'database_connection_failed', 'rate_limited'],
  exampleAnswer: { tableName: 'waitlist_entries', attachedAt: '2026-11-02T09:30:00.000Z' },
  example: {
    dbType: 'postgres',
    connectionString: 'postgres://anteroom:secret@db.example.com:5432/app?sslmode=verify-full',
  },
  input: ConnectDatabaseInput,
  output: () => z.union([DatabaseStatus(), DatabaseTest()]),
  async run({ caller, waitlist, services, site }: WaitlistContext<DatabaseServices>, input) {
    requireCapability(caller, site, 'database');
    const { dbType, connectionString, testOnly } = input;
    const { databases, connector, outsideCalls, sealer, worker } = services;
    const accountId = caller.account.id;
    const waitlistId = waitlist.id;
    const attachment = await databases.find(accountId, waitlistId);

    // Fixed while attached: a new password must find the same table even if the slug changed.
    const tableName = attachment?.tableName ?? tableNameFor(waitlist.slug);
    const target = { dbType, connectionString, tableName };
    const call = <Result>(ask: () => Promise<Result>) =>
      mapConnectorErrors(callOutside(outsideCalls, { accountId }, ask));
    if (testOnly) {
      const { serverVersion } = await call(() => connector.test(target));
      return { ok: true as const, dbType, tableName, serverVersion };
    }

    const { identity } = await call(() => connector.prepare(target));
    const attached = await databases.attach(accountId, waitlistId, {
      dbType,
      tableName,
      identityDigest: digestIdentity(waitlistId, identity),
      connection: await sealer.seal(connectionString, { waitlistId, purpose: 'database' }),
    });
    // The waitlist was deleted while we were connecting.
    if (!attached) throw notFound('waitlist');
    await worker.wake();
    return toDatabaseStatus(attached);
  },
});
