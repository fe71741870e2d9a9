import * as z from 'zod';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';

/** A held referral waits for the owner of the waitlist, and moves nobody. It is revoked if the friend leaves meanwhile. */
export const REFERRAL_STATES = ['held', 'credited', 'revoked'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** An invited person waits again once their invitation expires or is withdrawn. */
export const ENTRY_STATUSES = ['waiting', 'invited', 'accepted'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** A signup (specification section 2). */
export const Entry = () =>
  component('Entry', {
    id: Uuid,
    email: z.string().meta({ format: 'email' }),
    name: z.string().nullable(),
    position: z
      .int()
      .meta({ description: 'Place in the queue, 1-based; stays when others leave or are let in' }),
    referralCode: z.string(),
    referralCount: z.int(),
    referredBy: z.string().nullable().meta({ description: "The referrer's referralCode" }),
    status: z.enum(ENTRY_STATUSES),
    createdAt: DateTime,
  });
export type Entry = z.output<ReturnType<typeof Entry>>;
