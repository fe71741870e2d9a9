import { hash } from 'node:crypto';
import { ApiError } from './errors.ts';

/** Characters of a base64url digest: 162 bits. */
const LENGTH = 27;

/** The `ETag` of a version of a resource. */
export const etagOf = (version: unknown): string =>
  `"${hash('sha256', JSON.stringify(version), 'base64url').slice(0, LENGTH)}"`;

/** A caller's condition for a change of a resource. Takes the versions that GET may answer with now. */
export type Precondition = (...current: readonly unknown[]) => void;

/**
 * The precondition of an `If-Match` header. A weak tag matches nothing (RFC 9110, 13.1.1).
 * @throws {ApiError} when called: `precondition_failed` if no current version has one of the tags
 */
export function preconditionOf(ifMatch: string): Precondition {
  const tags = ifMatch.split(',').map(tag => tag.trim());
  return (...current) => {
    const matches = tags.includes('*') || current.some(version => tags.includes(etagOf(version)));
    if (matches) return;
    throw new ApiError('precondition_failed', 'The resource has changed since you read it', {
      resolution: 'Fetch it again, reapply your change, and send the new ETag in If-Match.',
    });
  };
}

/** Whether an `If-None-Match` header names the tag. A weak tag counts (RFC 9110, 13.1.2). */
export const isUnchanged = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
