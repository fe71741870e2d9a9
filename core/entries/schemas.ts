import * as z from 'zod';
import { ENTRY_STATUSES } from '../audiences/audience.ts';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';
import { AnswersShown } from '../questions/answers.ts';
import { SourceShown } from '../questions/source.ts';

/** A held referral waits for the owner of the waitlist, and moves nobody. It is revoked if the friend leaves meanwhile. */
export const REFERRAL_STATES = ['held', 'credited', 'revoked'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

const entryMembers = () => ({
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
  answers: AnswersShown(),
  source: SourceShown(),
  language: z.string().nullable(),
  createdAt: DateTime,
});

/** A signup (specification section 2). */
export const Entry = () => component('Entry', entryMembers());
export type Entry = z.output<ReturnType<typeof Entry>>;

/** How somebody is invited. */
export const EntryInvitation = () =>
  z
    .object({
      batchId: Uuid,
      invitedAt: DateTime,
      expiresAt: DateTime,
      acceptedAt: DateTime.nullable(),
    })
    .nullable()
    .meta({ description: 'null once it expired or was withdrawn' });

/** A signup where one is read. */
export const EntryDetails = () =>
  component('EntryDetails', {
    ...entryMembers(),
    ahead: z.int().meta({ description: 'People in front who still wait' }),
    referralLink: z.string(),
    statusUrl: z.string(),
    placesGained: z.int(),
    referrer: z.object({ entryId: Uuid, email: z.string() }).nullable(),
    invitation: EntryInvitation(),
    mail: z.enum(['ok', 'stopped', 'undeliverable']),
  });
export type EntryDetails = z.output<ReturnType<typeof EntryDetails>>;
