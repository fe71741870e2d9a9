import * as z from 'zod';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';
import type { AccountRecord } from './account-store.ts';

/** An account as the API shows it. */
export const Account = () =>
  component('Account', {
    id: Uuid,
    email: z.string(),
    createdAt: DateTime,
    replyTo: z.boolean().meta({ description: 'Replies to the emails of its waitlists go to email' }),
  });
export type Account = z.output<ReturnType<typeof Account>>;

export const toAccount = (
  { id, email, createdAt }: Pick<AccountRecord, 'id' | 'email' | 'createdAt'>,
  replyTo: boolean,
): Account => ({ id, email, createdAt: createdAt.toISOString(), replyTo });
