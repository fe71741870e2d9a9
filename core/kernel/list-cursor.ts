import { ValidationError } from './errors.ts';
import { isUuid } from './schemas.ts';

/** The position that a page of a list begins after. */
export interface ListCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** As text that callers pass on and never read. */
export const encodeCursor = ({ createdAt, id }: ListCursor): string =>
  Buffer.from(`${createdAt.getTime()}/${id}`).toString('base64url');

/** @throws {ValidationError} if it is not from {@link encodeCursor} */
export function decodeCursor(after: string): ListCursor {
  const [time = '', id = '', ...rest] = Buffer.from(after, 'base64url').toString().split('/');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id) || rest.length > 0)
    throw ValidationError.at('after', 'must be the `next` value of an earlier response');
  return { createdAt: new Date(Number(time)), id };
}
