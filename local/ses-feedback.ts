import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { EMAIL_TAGS } from '../core/email/suppression.ts';

/** The addresses of SES's mailbox simulator that make an event which suppresses, each with any label after a plus. */
const SIMULATOR = /^(bounce|complaint|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i;

const Sent = z.object({
  Destination: z.object({ ToAddresses: z.array(z.string()) }),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});

/**
 * What the event rules of the stack would put in the feedback queue for an email that SES took: a message for the
 * addresses of the mailbox simulator, nothing for any other.
 * @param request - whose body the emulator has parsed
 */
export function feedbackOf(request: IncomingMessage): string | undefined {
  const sent = Sent.safeParse((request as IncomingMessage & { body?: unknown }).body);
  if (!sent.success) return undefined;
  const tags = (name: string) =>
    sent.data.EmailTags.filter(({ Name }) => Name === name).map(({ Value }) => Value);
  const [, kind] = SIMULATOR.exec(sent.data.Destination.ToAddresses[0] ?? '') ?? [];
  if (kind === undefined) return undefined;
  return JSON.stringify({
    reason: kind.toLowerCase() === 'complaint' ? 'complaint' : 'bounce',
    recipient: tags(EMAIL_TAGS.recipient),
    waitlist: tags(EMAIL_TAGS.waitlist),
    at: new Date().toISOString(),
  });
}
