import * as z from 'zod';
import { component, DateTime, text } from '../kernel/schemas.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { DB_TYPES } from './connector.ts';

/** Where the signups of a waitlist are stored (contract section 6). */
export const DatabaseStatus = () =>
  component('DatabaseStatus', {
    dbType: z
      .enum(['internal', ...DB_TYPES])
      .meta({ description: 'internal: signups are stored by this service' }),
    connectionStored: z.boolean().meta({ description: 'The connection string itself is never returned' }),
    tableName: z.string().nullable(),
    attachedAt: DateTime.nullable(),
  });
export type DatabaseStatus = z.output<ReturnType<typeof DatabaseStatus>>;

/** The result of `testOnly`. */
export const DatabaseTest = () =>
  component('DatabaseTest', {
    ok: z.literal(true),
    dbType: z.enum(DB_TYPES),
    tableName: z.string().meta({ description: 'The table that would hold the signups' }),
    serverVersion: z.string(),
  });
export type DatabaseTest = z.output<ReturnType<typeof DatabaseTest>>;

export const ConnectDatabaseInput = () =>
  z.object({
    id: WaitlistId,
    dbType: z.enum(DB_TYPES),
    connectionString: text({ min: 1, max: 2000 }).meta({
      description:
        'postgres://user:password@host:port/database or mysql://user:password@host:port/database; percent-encode special characters. Stored encrypted, never returned.',
      examples: ['postgres://anteroom:secret@db.example.com:5432/app?sslmode=verify-full'],
    }),
    testOnly: z.boolean().default(false).meta({ description: 'Only test the connection; store nothing' }),
  });
