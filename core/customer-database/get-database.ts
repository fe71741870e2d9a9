import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toDatabaseStatus } from './database.ts';
import type { DatabaseServices } from './database-store.ts';
import { DatabaseStatus } from './schemas.ts';

export const getDatabase = defineWaitlistOperation({
  name: 'get_database',
  group: 'database',
  title: 'Get signup storage',
  summary: 'Read whether signups are stored here or in your own database',
  description:
    "Where new signups of the waitlist are stored: internal, or the account's own Postgres or MySQL, with the table name. The connection string is never returned.",
  method: 'GET',
  path: '/api/v1/waitlists/{id}/database',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  exampleAnswer: {
    dbType: 'postgres',
    tableName: 'waitlist_entries',
    attachedAt: '2026-11-02T09:30:00.000Z',
  },
  input: () => z.object({ id: WaitlistId }),
  output: DatabaseStatus,
  async run({ caller, waitlist, services }: WaitlistContext<DatabaseServices>) {
    return toDatabaseStatus(await services.databases.find(caller.account.id, waitlist.id));
  },
});
