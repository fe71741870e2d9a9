import { ValidationError } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';

/** The waitlist that a page of the list begins after. */
export interface WaitlistCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** As text that callers pass on and never read. */
export const encodeCursor = ({ createdAt, id }: WaitlistCursor): string =>
  Buffer.from(`${createdAt.getTime()}/${id}`).toString('base64url');

/** @throws {ValidationError} if it is not from {@link encodeCursor} */
export function decodeCursor(after: string): WaitlistCursor {
  const [time = '', id = '', ...rest] = Buffer.from(after, 'base64url').toString().split('/');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id) || rest.length > 0)
    throw ValidationError.at('after', 'must be next of an earlier page');
  return { createdAt: new Date(Number(time)), id };
}
