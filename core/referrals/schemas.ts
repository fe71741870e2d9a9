import * as z from 'zod';
import { REFERRAL_STATES } from '../entries/schemas.ts';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';

/** The ways for an owner to settle a referral. */
export const SETTLED_STATES = ['credited', 'revoked'] as const;
export type SettledState = (typeof SETTLED_STATES)[number];

/** `same_mailbox`: the referrer's, or one that came by a referral before, even if it left since. */
export const HOLD_REASONS = ['same_mailbox', 'disposable_domain', 'same_network'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const Referral = () =>
  component('Referral', {
    entryId: Uuid.meta({ description: 'The friend who joined' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'null: the friend left, or you deleted their row in your own database' }),
    referrerId: Uuid,
    referrerEmail: z.string().nullable().meta({ description: 'null: you deleted their row' }),
    state: z.enum(REFERRAL_STATES),
    reasons: z
      .array(z.enum(HOLD_REASONS))
      .meta({ description: 'Why it was held; empty if credited at once' }),
    createdAt: DateTime,
  });
export type Referral = z.output<ReturnType<typeof Referral>>;
