import * as z from 'zod';
import { ENTRY_STATUSES } from '../audiences/audience.ts';
import { EmailAddress } from '../identity/email-address.ts';
import { component, DateTime } from '../kernel/schemas.ts';
import { AnswersInput } from '../questions/answers.ts';
import { REQUEST_PURPOSES } from './place-link-store.ts';

/** `GET /s/{token}.json`: where a person stands. Neither their email nor their name. */
export const PublicPlace = () =>
  component('Place', {
    waitlist: z.object({ name: z.string(), slug: z.string(), url: z.string() }),
    position: z.int(),
    ahead: z.int().meta({ description: 'People in front who still wait' }),
    signups: z
      .int()
      .meta({ description: 'Everybody who joined: the number of places, which those who left keep' }),
    referralCount: z.int(),
    referralCode: z.string(),
    referralLink: z.string(),
    referralBoost: z
      .int()
      .nullable()
      .meta({ description: 'Places gained for each friend; null while referrals are off' }),
    status: z.enum(ENTRY_STATUSES),
    joinedAt: DateTime,
    expected: z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .nullable()
      .meta({ description: 'When it is likely their turn; null if that is not known' }),
  });
export type PublicPlace = z.output<ReturnType<typeof PublicPlace>>;

/** The body of `POST /w/{slug}/status-links`. */
export const PlaceLinkInput = z.object({
  email: EmailAddress,
  purpose: z.enum(REQUEST_PURPOSES).default('place').meta({ description: 'leave: a link to leave the list' }),
});

/** The body of `POST /s/{token}/answers`. */
export const PlaceAnswersInput = z.object({
  answers: AnswersInput().meta({
    description:
      'By the key of the question; null removes an answer. Choices are a list, checkboxes a boolean',
  }),
});
