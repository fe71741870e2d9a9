import { describe, expect, it } from '@jest/globals';
import { EmailRefusedError } from '../../../core/email/email.ts';
import type { EmailVerdict } from '../../../core/email/email-budget.ts';
import type { ConfirmationRecord } from '../../../core/signups/confirmation-store.ts';
import { confirmationEmailJob } from '../../../core/signups/send-confirmation.ts';
import { emailParts, runJob } from '../../support/run-job.ts';

const ENTRY = '01900000-0000-7000-8000-000000000001';
const DAY_MS = 24 * 3600_000;
const SENT = { sent: 1, unsent: [], released: [] };

interface Given {
  readonly record?: Partial<ConfirmationRecord> | null;
  readonly verdict?: EmailVerdict;
  readonly failure?: Error;
  readonly stopped?: boolean;
  readonly ageMs?: number;
}

/** Runs the job of a signup, whose contact is deleted here once its email was sent if the record `leaves`. */
async function run({ record = {}, verdict = 'granted', failure, stopped = false, ageMs = 0 }: Given) {
  const { parts, sent, unsent, requests } = emailParts(verdict);
  const released: string[] = [];
  const movedUp: unknown[] = [];
  const signup = {
    email: 'ada@example.com',
    name: null,
    emailDigest: Buffer.alloc(32),
    suppressed: false,
    position: 7,
    referralCode: 'abcdefgh',
    referredBy: null,
    accountId: 'account',
    plan: 'pro',
    accountCreatedAt: new Date(),
    hasPaid: false,
    waitlistName: 'Bikes',
    description: null,
    slug: 'bikes',
    language: 'en',
    languages: ['en'],
    design: {},
    replyTo: null,
    sender: null,
    domain: null,
    shareUrl: null,
    referralEnabled: true,
    referralBoost: 1,
    template: null,
    leaves: false,
  } as const;
  const handle = confirmationEmailJob.start({
    ...parts,
    confirmations: {
      find: async () => [record && { ...signup, ...record }],
      release: async signups => void released.push(...signups.map(({ entryId }) => entryId)),
    },
    movedUp: { queue: async friends => void movedUp.push(...friends) },
    stops: { areStopped: async stops => stops.map(() => stopped) },
    ownTemplatesAfterHours: 0,
    mailer: {
      send: async email => {
        if (failure) throw failure;
        sent.push(email);
      },
    },
  });
  const job = {
    id: '1',
    attempts: 1,
    failures: 0,
    kind: 'confirmation_email',
    waitlistId: 'waitlist',
    payload: { entryId: ENTRY },
    createdAt: new Date(Date.now() - ageMs),
  };
  const outcome = await runJob(handle, job);
  return { outcome, requests, movedUp, effects: { sent: sent.length, unsent, released } };
}

describe('the confirmation email', () => {
  it('is sent within the limits of the mailbox and of the plan', async () => {
    const { outcome, requests, effects } = await run({});
    expect([outcome, effects]).toEqual(['done', SENT]);
    expect(requests).toMatchObject([
      { accountId: 'account', entryId: ENTRY, recipientMax: 5, accountMax: 20 },
    ]);
  });

  it.each<[string, Given, object]>([
    ['signup that is gone', { record: null }, { ...SENT, sent: 0 }],
    ['mailbox whose owner stopped it', { stopped: true }, { ...SENT, sent: 0, unsent: ['stopped'] }],
    ['suppressed address', { record: { suppressed: true } }, { ...SENT, sent: 0, unsent: ['suppressed'] }],
    [
      'mailbox over its limit',
      { verdict: 'recipient_limit' },
      { ...SENT, sent: 0, unsent: ['recipient_limit'] },
    ],
    ['refused message', { failure: new EmailRefusedError('no') }, { ...SENT, sent: 0, unsent: ['refused'] }],
    [
      'signup that waited for more than three days',
      { verdict: 'account_limit', ageMs: 3 * DAY_MS + 60_000 },
      { ...SENT, sent: 0, unsent: ['account_limit'] },
    ],
  ])('is not sent, nor tried again, for a %s', async (_what, given, effects) => {
    const result = await run(given);
    expect([result.outcome, result.effects]).toEqual(['done', effects]);
  });

  it('waits for the next day when the account is over its limit, and so does the contact', async () => {
    const given: Given = { verdict: 'account_limit', record: { leaves: true }, ageMs: 3 * DAY_MS - 60_000 };
    const { outcome, effects } = await run(given);
    expect(outcome).toEqual({ postponedSeconds: expect.any(Number), reason: 'account_limit' });
    expect(effects).toEqual({ ...SENT, sent: 0 });
  });

  it('also queues the email to the friend who referred them, even where it is not sent itself', async () => {
    const record = { referredBy: 'friend', suppressed: true };
    expect((await run({ record })).movedUp).toEqual([{ waitlistId: 'waitlist', entryId: ENTRY }]);
    expect((await run({ record: { ...record, referralEnabled: false } })).movedUp).toEqual([]);
    expect((await run({})).movedUp).toEqual([]);
  });

  it('is tried again after any other failure, and the contact stays', async () => {
    await expect(run({ failure: new Error('away'), record: { leaves: true } })).rejects.toThrow('away');
  });

  it.each<[string, Given]>([
    ['sent', { record: { leaves: true } }],
    ['dropped', { record: { leaves: true, suppressed: true } }],
  ])('releases a contact that leaves once it was %s', async (_what, given) => {
    expect((await run(given)).effects.released).toEqual([ENTRY]);
  });
});
