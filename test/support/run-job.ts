import type { Email } from '../../core/email/email.ts';
import type { EmailRequest, EmailVerdict } from '../../core/email/email-budget.ts';
import type { SendPace } from '../../core/email/send-pace.ts';
import type { JobContext, JobOutcome, JobResult, RunnableJob } from '../../core/outbox/job.ts';
import type { OutboxJob } from '../../core/outbox/outbox-store.ts';

/** Sends at once. */
export const NO_PACE: SendPace = {
  refresh: async () => {},
  groupSize: async () => 50,
  turn: async () => true,
  taken: () => {},
  throttled: () => {},
};

/** What every job that sends an email is given, and what it did with it, if the budget says `verdict`. */
export function emailParts(verdict: EmailVerdict) {
  const sent: Email[] = [];
  const unsent: string[] = [];
  const requests: EmailRequest[] = [];
  const parts = {
    site: {
      baseUrl: 'https://anteroom.app',
      licensePriceUsd: 49,
      proPriceUsd: 149,
      allowInsecureLoopback: false,
    },
    sentEmails: { record: async () => {} },
    onUnrecorded: () => {},
    onSenderRefused: async () => {},
    budget: {
      grant: async (asked: readonly EmailRequest[]) => {
        requests.push(...asked);
        return asked.map(() => verdict);
      },
      sweep: async () => {},
    },
    limits: { perRecipient: 5, perAccount: { free: 10, pro: 20 } },
    digestKey: async () => Buffer.alloc(32),
    pace: NO_PACE,
    mailer: { send: async (email: Email) => void sent.push(email) },
    onUnsent: (reason: string) => void unsent.push(reason),
  };
  return { parts, sent, unsent, requests };
}

/** Runs one job in the lane that it is in, by default the one of its kind. */
export async function runJob(
  { kind, ways }: RunnableJob,
  job: Pick<OutboxJob, 'waitlistId' | 'payload'> & Partial<OutboxJob>,
  context: JobContext = { remainingMs: () => 1_000 },
): Promise<JobOutcome> {
  const claimed = { id: '7', attempts: 1, failures: 0, kind, lane: kind, createdAt: new Date(), ...job };
  const way = ways.find(({ lane }) => lane.name === claimed.lane);
  if (!way) throw new Error(`Jobs of kind ${kind} do not run in lane ${claimed.lane}`);
  const results: JobResult[] = [];
  for await (const group of way.run([claimed], context)) results.push(...group);
  const [result] = results;
  if (results.length !== 1 || !result) throw new Error(`One job had ${results.length} results`);
  if (result.outcome.status === 'rejected') throw result.outcome.reason;
  return result.outcome.value;
}
