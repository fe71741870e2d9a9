import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toDatabaseStatus } from './database.ts';
import type { DatabaseServices } from './database-store.ts';
import { DatabaseStatus } from './schemas.ts';

export const disconnectDatabase = defineWaitlistOperation({
  name: 'disconnect_database',
  group: 'database',
  title: 'Store signups here again',
  summary: 'Store new signups here again; rows in your database stay there',
  description:
    'Deletes the connection. New signups, and those not copied yet, are stored in Anteroom. Rows in your database stay there; those signups keep their place in the queue and are listed and counted again once you reconnect the same database.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/database',
  scope: 'domains:write',
  effect: EFFECT.destroy,
  exampleAnswer: { connectionStored: false },
  input: () => z.object({ id: WaitlistId }),
  output: DatabaseStatus,
  async run({ caller, waitlist, services }: WaitlistContext<DatabaseServices>) {
    if (!(await services.databases.detach(caller.account.id, waitlist.id))) throw notFound('waitlist');
    return toDatabaseStatus(null);
  },
});
