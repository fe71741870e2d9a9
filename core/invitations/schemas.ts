import * as z from 'zod';
import { Audience } from '../audiences/audience.ts';
import { component, DateTime, text, Upcoming, Uuid } from '../kernel/schemas.ts';
import { ExpiresInDays, MOST_INVITED } from '../waitlists/invitation-plan.ts';
import { SKIP_REASONS } from './invitation-store.ts';

/** The most people of one batch who are picked by hand. */
const MOST_PICKED = 500;

/** Whom to invite, and how. Exactly one of `count` and `entryIds`. */
export const whoAndHow = () => ({
  count: z
    .int()
    .min(1)
    .max(MOST_INVITED)
    .optional()
    .meta({ description: 'How many people to invite from the front of the line' }),
  entryIds: z
    .array(Uuid)
    .min(1)
    .max(MOST_PICKED)
    .optional()
    .meta({ description: 'Or the ids of the people to invite' }),
  audience: Audience().optional().meta({ description: 'With count: only people who have all of it' }),
  sendAt: Upcoming().optional().meta({ description: 'When people are chosen and emailed' }),
  expiresInDays: ExpiresInDays(),
  message: text({ max: 500 }).nullish().meta({ description: 'Added to the email' }),
});

interface Who {
  readonly count?: unknown;
  readonly entryIds?: unknown;
  readonly audience?: unknown;
}

export const oneOfTwo = ({ count, entryIds }: Who): boolean =>
  (count === undefined) !== (entryIds === undefined);
export const ONE_OF_TWO = { path: ['count'], error: 'send exactly one of count and entryIds' };
export const withCount = ({ count, audience }: Who): boolean => audience === undefined || count !== undefined;
export const WITH_COUNT = { path: ['audience'], error: 'must be left out with entryIds' };

const Skipped = () => z.object({ entryId: Uuid, reason: z.enum(SKIP_REASONS) });

export const SkippedCounts = () => z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() }));

const batchMembers = () => ({
  id: Uuid,
  state: z.enum(['scheduled', 'sending', 'sent', 'withdrawn']),
  invited: z.int(),
  accepted: z.int(),
  unsent: z.int().meta({ description: 'Emails still to be sent' }),
  skipped: z.array(Skipped()).meta({ description: 'The first 500 people' }),
  skippedCounts: SkippedCounts().meta({ description: 'All of them' }),
  sendAt: DateTime.nullable(),
  planned: z.boolean().meta({ description: 'Made by invitationPlan' }),
  expiresAt: DateTime,
  createdAt: DateTime,
});

export const InvitationBatch = () => component('InvitationBatch', batchMembers());
export type InvitationBatch = z.output<ReturnType<typeof InvitationBatch>>;

/** A batch that was just made, or with `dryRun` what it would be. */
export const NewInvitationBatch = () =>
  component('NewInvitationBatch', {
    ...batchMembers(),
    id: Uuid.nullable().meta({ description: 'null with dryRun' }),
    state: z.enum(['scheduled', 'sending', 'sent', 'withdrawn', 'preview']),
  });
