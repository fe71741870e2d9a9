import * as z from 'zod';
import { Audience } from '../audiences/audience.ts';
import { component, DateTime, text, Upcoming, Uuid } from '../kernel/schemas.ts';
import { hasLineBreaks } from '../markup/one-line.ts';
import { ANNOUNCEMENT_STATES, BODY_MAX, SKIPPED_REASONS, SUBJECT_MAX } from './announcement-store.ts';
import { refuseUnknown } from './variables.ts';

export const Subject = () =>
  text({ min: 1, max: SUBJECT_MAX })
    .refine(subject => !hasLineBreaks(subject), { error: 'must be one line without control characters' })
    .superRefine(refuseUnknown)
    .meta({ description: 'One line; may contain variables' });

export const Body = () =>
  text({ min: 1, max: BODY_MAX }).superRefine(refuseUnknown).meta({
    description:
      'Markdown; HTML is text. {{name}}, {{position}}, {{ahead}}, {{referralLink}}, {{statusLink}}, {{waitlistName}}; {{name|friend}} for people without a name',
  });

export const SendAt = () => Upcoming().nullable().meta({ description: 'When it is sent; null: a draft' });

export const AnnouncementId = z.string().meta({ description: 'UUID of the announcement', format: 'uuid' });

export const SkippedCounts = () => z.array(z.object({ reason: z.enum(SKIPPED_REASONS), count: z.int() }));

export const Announcement = () =>
  component('Announcement', {
    id: Uuid,
    subject: z.string(),
    body: z.string(),
    audience: Audience(),
    state: z.enum(ANNOUNCEMENT_STATES),
    sendAt: DateTime.nullable(),
    recipients: z.int().nullable().meta({ description: 'null until sending starts' }),
    sent: z.int(),
    skipped: SkippedCounts().meta({ description: 'unknown: a crash came while it was sent' }),
    createdAt: DateTime,
    sentAt: DateTime.nullable().meta({ description: 'When it ended' }),
  });
export type Announcement = z.output<ReturnType<typeof Announcement>>;
