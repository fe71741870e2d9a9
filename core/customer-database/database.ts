import { createHash } from 'node:crypto';
import { ApiError } from '../kernel/errors.ts';
import { ConnectorError } from './connector.ts';
import type { AttachmentRecord } from './database-store.ts';
import type { DatabaseStatus } from './schemas.ts';

/** Where signups are stored, as the holder sees it. */
export const toDatabaseStatus = (attachment: AttachmentRecord | null): DatabaseStatus =>
  attachment
    ? {
        dbType: attachment.dbType,
        connectionStored: true,
        tableName: attachment.tableName,
        attachedAt: attachment.attachedAt.toISOString(),
      }
    : { dbType: 'internal', connectionStored: false, tableName: null, attachedAt: null };

/** Says nothing of a server to whoever reads our database; the waitlist is in it so that equal servers do not look equal. */
export const digestIdentity = (waitlistId: string, identity: string): Buffer =>
  createHash('sha256').update(`${waitlistId}\n${identity}`).digest();

/**
 * Runs a call of the connector for a request to connect.
 * @throws {ApiError} `database_connection_failed`, with the connector's own sentence
 */
export async function mapConnectorErrors<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new ApiError('database_connection_failed', error.message, {
      resolution: 'Fix what error describes, test it with testOnly, then send the request again.',
    });
  }
}
