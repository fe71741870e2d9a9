import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { EMAIL_TAGS } from '../../core/email/suppression.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { createEmailPace, type EmailPace } from './email-pace.ts';
import { jsonAnswer, type StandIn, startStandIn } from './stand-in.ts';

const Content = z.object({ Data: z.string() });
const NamedValues = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);

/** The parts of SES's `SendEmail` that the service sends. */
const SendEmail = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({ ToAddresses: z.array(z.string().min(1)).min(1) }),
  ReplyToAddresses: z.array(z.string().min(1)).default([]),
  EmailTags: NamedValues,
  Content: z.object({
    Simple: z.object({
      Subject: z.object({ Data: z.string().min(1) }),
      Body: z.object({ Html: Content.optional(), Text: Content.optional() }),
      Headers: NamedValues,
    }),
  }),
});
type SendEmail = z.output<typeof SendEmail>;

/** Addresses of SES's mailbox simulator that bounce or complain, with an optional label after a plus. */
const SIMULATOR = /^(bounce|complaint|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i;

/** The message that the stack's event rules would put in the feedback queue; `undefined` for most addresses. */
function feedbackOf({ Destination, EmailTags }: SendEmail): string | undefined {
  const [, kind] = SIMULATOR.exec(Destination.ToAddresses[0] ?? '') ?? [];
  if (kind === undefined) return undefined;
  const tags = (name: string) => EmailTags.filter(({ Name }) => Name === name).map(({ Value }) => Value);
  return JSON.stringify({
    reason: kind.toLowerCase() === 'complaint' ? 'complaint' : 'bounce',
    recipient: tags(EMAIL_TAGS.recipient),
    waitlist: tags(EMAIL_TAGS.waitlist),
    at: new Date().toISOString(),
  });
}

export interface SesOptions {
  /** Stores accepted emails. */
  readonly mailbox: Pick<Mailbox, 'append'>;
  readonly pace?: EmailPace;
  /** Receives the message for the feedback queue when an email bounces or is reported. */
  readonly onFeedback?: (message: string) => void;
}

/** Starts the SES stand-in. It responds once an email is on disk, so an email that counts as sent is never lost. */
export async function startSes({
  mailbox,
  pace = createEmailPace(),
  onFeedback = () => {},
}: SesOptions): Promise<StandIn> {
  return startStandIn(async ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v2/email/outbound-emails') return jsonAnswer({}, 404);
    const { data: email, error } = SendEmail.safeParse(JSON.parse(body.toString()));
    if (error) {
      return jsonAnswer({ message: z.prettifyError(error) }, 400, {
        'x-amzn-errortype': 'BadRequestException',
      });
    }
    await pace.next();
    const { Subject, Body, Headers } = email.Content.Simple;
    const id = randomUUID();
    await mailbox.append({
      id,
      to: email.Destination.ToAddresses.join(', '),
      from: email.FromEmailAddress,
      subject: Subject.Data,
      html: Body.Html?.Data ?? '',
      text: Body.Text?.Data ?? '',
      headers: {
        ...(email.ReplyToAddresses.length > 0 && { 'Reply-To': email.ReplyToAddresses.join(', ') }),
        ...Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
      },
      sentAt: new Date().toISOString(),
    });
    const feedback = feedbackOf(email);
    if (feedback !== undefined) onFeedback(feedback);
    return jsonAnswer({ MessageId: id });
  });
}
