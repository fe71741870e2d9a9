import type * as z from 'zod';
import type { DigestKey } from '../kernel/digest-key.ts';
import {
  type BatchHandler,
  defineJob,
  type JobContext,
  type JobOutcome,
  type JobResult,
} from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/retry.ts';
import {
  type Letter,
  type SendOutcome,
  type SendResult,
  type SendServices,
  sendEmails,
} from './send-emails.ts';

/** For one kind of email. */
export const MAIL_LANE = { slots: 200 };

/** An email that was sent, or never will be. */
export interface SettledLetter<L extends Letter> {
  readonly letter: L;
  readonly isSent: boolean;
}

/** The next steps once it is known whether emails of a kind were sent. */
export interface MailEffects<L extends Letter> {
  /** The outcome of an email that a limit holds back. Null, the default: it is never sent. */
  readonly postpone?: (reason: 'recipient_limit' | 'account_limit', job: OutboxJob) => JobOutcome | null;
  /** Saves what became of several emails, before their jobs end. Must be idempotent. */
  readonly settle?: (letters: readonly SettledLetter<L>[]) => Promise<unknown>;
}

/** What a job is about: the fields of its payload, and the waitlist. */
export type MailRef<Payload> = Payload & { readonly waitlistId: string };

export const refOf = <Payload>({ payload, waitlistId }: OutboxJob<Payload>): MailRef<Payload> => ({
  ...payload,
  waitlistId,
});

/** One kind of email, as jobs of the outbox. */
export interface MailKind<Payload, Found, L extends Letter = Letter> extends MailEffects<L> {
  /** What the emails of several jobs need, in their order. Null: there is none to send. */
  readonly find: (refs: readonly MailRef<Payload>[]) => Promise<readonly (Found | null)[]>;
  /** The email of a job, or its outcome without one. */
  readonly letterTo: (found: Found & MailRef<Payload>, key: DigestKey, job: OutboxJob) => L | JobOutcome;
}

/** Long enough for the pace to have changed, and spread out. */
const throttledSeconds = (): number => 2 + 4 * Math.random();

interface Addressed<L extends Letter> {
  readonly job: OutboxJob;
  readonly letter: L;
}

const fulfilled = (job: OutboxJob, value: JobOutcome): JobResult => ({
  job,
  outcome: { status: 'fulfilled', value },
});

function outcomeOf<L extends Letter>(
  { postpone = () => null }: MailEffects<L>,
  job: OutboxJob,
  { status }: SendOutcome,
): JobOutcome {
  if (status === 'throttled') return { postponedSeconds: throttledSeconds(), reason: status };
  if (status !== 'account_limit' && status !== 'recipient_limit') return 'done';
  return postpone(status, job) ?? 'done';
}

/** Sends the emails of several jobs. Each result is yielded once its effects are saved. */
async function* sendAddressed<L extends Letter>(
  services: SendServices,
  effects: MailEffects<L>,
  addressed: readonly Addressed<L>[],
  context: JobContext,
): AsyncGenerator<readonly JobResult[]> {
  const jobs = new Map(addressed.map(({ letter, job }) => [letter, job]));
  const resultOf = ({ letter, outcome }: SendResult<L>): JobResult => {
    const job = jobs.get(letter) as OutboxJob;
    if (outcome.status === 'rejected') return { job, outcome };
    return fulfilled(job, outcomeOf(effects, job, outcome.value));
  };
  const letters = addressed.map(({ letter }) => letter);
  for await (const group of sendEmails(services, letters, context)) {
    const results = group.map(resultOf);
    const settled = group.flatMap(({ letter, outcome }, index) => {
      const result = results[index]?.outcome;
      if (outcome.status === 'rejected' || result?.status !== 'fulfilled' || result.value !== 'done')
        return [];
      const { value } = outcome;
      if (value.status === 'sent') return [{ letter, isSent: true }];
      const cause = 'cause' in value ? value.cause : undefined;
      if (value.status !== 'throttled') services.onUnsent(value.status, letter.to.waitlistId, cause);
      return [{ letter, isSent: false }];
    });
    const { settle } = effects;
    if (settle && settled.length > 0) await persist(() => settle(settled), context.remainingMs);
    yield results;
  }
}

/** Sends the email of one job. */
export async function sendLetter<L extends Letter>(
  services: SendServices,
  effects: MailEffects<L>,
  addressed: Addressed<L>,
  context: JobContext,
): Promise<JobOutcome> {
  for await (const [result] of sendAddressed(services, effects, [addressed], context)) {
    if (result?.outcome.status === 'rejected') throw result.outcome.reason;
    if (result) return result.outcome.value;
  }
  throw new Error('An email had no outcome');
}

const isLetter = <L extends Letter>(read: L | JobOutcome): read is L =>
  typeof read === 'object' && 'compose' in read;

/** Runs the jobs of a kind of email together: what they need is read, granted, and saved for all at once. */
export const mailJobs = <Payload, Found, L extends Letter>(
  services: SendServices,
  kind: MailKind<Payload, Found, L>,
): BatchHandler<Payload> =>
  async function* (jobs, context) {
    const found = await kind.find(jobs.map(refOf));
    const key = await services.digestKey();
    const addressed: Addressed<L>[] = [];
    const others: JobResult[] = [];
    for (const [index, job] of jobs.entries()) {
      const record = found[index];
      const each = record ? kind.letterTo({ ...record, ...refOf(job) }, key, job) : 'done';
      if (isLetter(each)) addressed.push({ job, letter: each });
      else others.push(fulfilled(job, each));
    }
    if (others.length > 0) yield others;
    yield* sendAddressed(services, kind, addressed, context);
  };

/** Defines a kind of email, beside its words. The worker finds it in `lambdas/worker/jobs.ts`. */
export const defineMailJob = <Services extends SendServices, Payload, Found, L extends Letter>({
  mail,
  ...job
}: {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
  readonly mail: (services: Services) => MailKind<Payload, Found, L>;
}) =>
  defineJob({
    ...job,
    lane: MAIL_LANE,
    runAll: (services: Services) => mailJobs(services, mail(services)),
  });
