import { createHash } from 'node:crypto';
import { ApiError } from '../kernel/errors.ts';
import { ConnectorError } from './connector.ts';
import type { AttachmentRecord } from './database-store.ts';
import type { DatabaseStatus } from './schemas.ts';

export const toDatabaseStatus = (attachment: AttachmentRecord | null): DatabaseStatus =>
  attachment
    ? {
        dbType: attachment.dbType,
        connectionStored: true,
        tableName: attachment.tableName,
        attachedAt: attachment.attachedAt.toISOString(),
      }
    : { dbType: 'internal', connectionStored: false, tableName: null, attachedAt: null };

/**
 * Hides the server from anyone who reads our database. Includes the waitlist so that equal servers have
 * different digests.
 */
export const digestIdentity = (waitlistId: string, identity: string): Buffer =>
  createHash('sha256').update(`${waitlistId}\n${identity}`).digest();

/**
 * Turns connector failures into API errors.
 * @throws {ApiError} `database_connection_failed` with the connector's message
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
