import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { EMAIL_TAGS } from '../../core/email/suppression.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { createEmailPace, type EmailPace } from './email-pace.ts';
import { SesIdentities, SesRefusal } from './ses-identities.ts';
import {
  jsonAnswer,
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  startStandIn,
} from './stand-in.ts';

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

export interface SesQuota {
  readonly perSecond: number;
  /** Since the stand-in started; -1 for any number. */
  readonly perDay: number;
}

export interface SesOptions {
  /** Stores accepted emails. */
  readonly mailbox: Pick<Mailbox, 'append'>;
  readonly pace?: EmailPace;
  readonly quota?: SesQuota;
  readonly identities?: SesIdentities;
  /** An address, or `Name <address>`, that is verified without an identity. Undefined: any is. */
  readonly from?: string | undefined;
  /** Receives the message for the feedback queue when an email bounces or is reported. */
  readonly onFeedback?: (message: string) => void;
}

/** As of a large account. */
const DEFAULT_QUOTA: SesQuota = { perSecond: 10_000, perDay: -1 };
/** SES answers what an account may send once a second. */
const ACCOUNT_MS = 1_000;

/** SES's refusal of a request, by its error name. */
const refuse = (status: number, type: string, message: string): StandInAnswer =>
  jsonAnswer({ message }, status, { 'x-amzn-errortype': type });
const tooMany = (message: string): StandInAnswer => refuse(429, 'TooManyRequestsException', message);

/** Counts emails against the quota, like SES. */
function createMeter({ perSecond, perDay }: SesQuota) {
  let sent = 0;
  let second = 0;
  let inSecond = 0;
  return {
    sent: () => sent,
    /** Counts an email. @returns why it is refused */
    take(): string | undefined {
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, inSecond] = [now, 0];
      if (perDay >= 0 && sent >= perDay) return 'Daily message quota exceeded.';
      if (inSecond >= perSecond) return 'Maximum sending rate exceeded.';
      inSecond++;
      sent++;
      return undefined;
    },
  };
}

const IDENTITIES = '/v2/email/identities';

/** The calls about identities. Undefined: it is another call. */
function answerIdentities(
  identities: SesIdentities,
  { method, path, body }: StandInRequest,
): StandInAnswer | undefined {
  if (path !== IDENTITIES && !path.startsWith(`${IDENTITIES}/`)) return undefined;
  const [encoded = '', part] = path.slice(IDENTITIES.length + 1).split('/');
  const domain = decodeURIComponent(encoded);
  const json = () => JSON.parse(body.toString());
  if (method === 'POST' && encoded === '') return jsonAnswer(identities.create(json()));
  if (method === 'PUT' && part === 'mail-from') return jsonAnswer(identities.putMailFrom(domain, json()));
  if (method === 'GET' && part === undefined) return jsonAnswer(identities.get(domain));
  if (method === 'DELETE' && part === undefined) return jsonAnswer(identities.delete(domain));
  return undefined;
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Starts the SES stand-in. It responds once an email is on disk, so an email that counts as sent is never lost. */
export async function startSes({
  mailbox,
  pace = createEmailPace(),
  quota = DEFAULT_QUOTA,
  identities = new SesIdentities({ sees: () => false, lookMs: 0 }),
  from,
  onFeedback = () => {},
}: SesOptions): Promise<StandIn> {
  const meter = createMeter(quota);
  let accountReadAt = Number.NEGATIVE_INFINITY;

  /** `GetAccount`: the part that the service reads. */
  function answerAccount(): StandInAnswer {
    const now = performance.now();
    if (now - accountReadAt < ACCOUNT_MS) return tooMany('Rate exceeded');
    accountReadAt = now;
    return jsonAnswer({
      SendQuota: {
        Max24HourSend: quota.perDay,
        MaxSendRate: quota.perSecond,
        SentLast24Hours: meter.sent(),
      },
      SendingEnabled: true,
      ProductionAccessEnabled: true,
      EnforcementStatus: 'HEALTHY',
    });
  }

  const isVerified = (sender: string): boolean =>
    from === undefined || addressOf(sender) === addressOf(from) || identities.mayBeFrom(addressOf(sender));

  async function answerSend(body: Buffer): Promise<StandInAnswer> {
    const { data: email, error } = SendEmail.safeParse(JSON.parse(body.toString()));
    if (error) return refuse(400, 'BadRequestException', z.prettifyError(error));
    if (!isVerified(email.FromEmailAddress)) {
      const failed = `The following identities failed the check in region US-EAST-1: ${email.FromEmailAddress}`;
      return refuse(400, 'MessageRejected', `Email address is not verified. ${failed}`);
    }
    const refusal = meter.take();
    if (refusal !== undefined) return tooMany(refusal);
    if (!(await pace.next())) return tooMany('Maximum sending rate exceeded.');
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
  }

  return startStandIn(request => {
    const { method, path, body } = request;
    if (method === 'GET' && path === '/v2/email/account') return answerAccount();
    if (method === 'POST' && path === '/v2/email/outbound-emails') return answerSend(body);
    try {
      return answerIdentities(identities, request) ?? jsonAnswer({}, 404);
    } catch (error) {
      if (!(error instanceof SesRefusal)) throw error;
      return refuse(error.status, error.name, error.message);
    }
  });
}
