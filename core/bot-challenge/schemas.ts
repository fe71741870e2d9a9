import * as z from 'zod';
import { component } from '../kernel/schemas.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';

const KEY_LENGTH = { min: 10, max: 100 } as const;
const KEY_PATTERN = /^[\w-]+$/;

/** A key as Cloudflare shows it. Surrounding spaces are copy-paste accidents. */
const key = (description: string) =>
  z
    .string()
    .trim()
    .refine(text => text.length >= KEY_LENGTH.min && text.length <= KEY_LENGTH.max, {
      error: `must be ${KEY_LENGTH.min}-${KEY_LENGTH.max} characters`,
    })
    .refine(text => KEY_PATTERN.test(text), {
      error: 'must be letters, digits, hyphens, or underscores',
    })
    .meta({
      description,
      minLength: KEY_LENGTH.min,
      maxLength: KEY_LENGTH.max,
      pattern: KEY_PATTERN.source,
    });

export const SetTurnstileInput = () =>
  z.object({
    id: WaitlistId,
    siteKey: key('Public key of the widget; null clears it').nullable().optional(),
    secretKey: key('Key that verifies its tokens; never returned; null clears it').nullable().optional(),
  });

/** A waitlist's bot challenge (contract section 6). */
export const TurnstileStatus = () =>
  component('TurnstileStatus', {
    hasCustomSiteKey: z.boolean(),
    hasCustomSecretKey: z.boolean(),
    mode: z.enum(['shared', 'custom', 'none']).meta({
      description:
        "The keys in use: custom if both are set, otherwise the service's shared keys, otherwise none",
    }),
  });
export type TurnstileStatus = z.output<ReturnType<typeof TurnstileStatus>>;
