import * as z from 'zod';
import { EmailAddress } from '../identity/email-address.ts';
import { component, DateTime, text, Uuid } from '../kernel/schemas.ts';
import { hasLineBreaks } from '../markup/one-line.ts';

/** `{senderId}` in a path. Anything but a UUID is a 404. */
export const SenderId = z.string().meta({ description: 'UUID of the sender', format: 'uuid' });

/** Together with the name, a sender must fit into the 320 characters that SES takes. */
const EMAIL_MAX = 90;

export const SenderEmail = () =>
  EmailAddress.refine(email => email.length <= EMAIL_MAX, {
    error: `must be at most ${EMAIL_MAX} characters`,
  }).meta({ description: 'The address that mail comes from, on a domain of yours', maxLength: EMAIL_MAX });

export const SenderName = () =>
  text({ min: 1, max: 60 })
    .refine(name => !hasLineBreaks(name), { error: 'must be one line without control characters' })
    .meta({ description: 'The name that mail comes from' });

const SenderRecord = () =>
  z.object({
    type: z.enum(['TXT', 'CNAME', 'MX']),
    name: z.string(),
    value: z.string(),
    found: z.boolean().meta({ description: 'Whether public DNS has it' }),
  });
export type SenderRecord = z.output<ReturnType<typeof SenderRecord>>;

/** A sender (beyond 15). */
export const Sender = () =>
  component('Sender', {
    id: Uuid,
    email: z.string(),
    name: z.string(),
    state: z.enum(['verifying', 'active', 'failed']),
    records: z
      .array(SenderRecord())
      .meta({ description: 'DNS records to create; all but the last (DMARC, advice) are required' }),
    reason: z.string().nullable().meta({ description: 'What to change, or what it is waiting for' }),
    checkedAt: DateTime.nullable(),
  });
export type Sender = z.output<ReturnType<typeof Sender>>;
