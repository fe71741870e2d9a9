import { describe, expect, it } from '@jest/globals';
import type { EmailVerdict } from '../../../core/email/email-budget.ts';
import { placeLinkJob } from '../../../core/place-pages/send-place-link.ts';
import { emailParts, runJob } from '../../support/run-job.ts';

const ENTRY = '01900000-0000-7000-8000-000000000001';

interface Given {
  readonly ageMs?: number;
  readonly claimed?: boolean;
  readonly verdict?: EmailVerdict;
  readonly suppressed?: boolean;
  readonly jobId?: string;
}

async function run({
  ageMs = 0,
  claimed = true,
  verdict = 'granted',
  suppressed = false,
  jobId = '7',
}: Given) {
  const { parts, sent, unsent, requests } = emailParts(verdict);
  const statusLink = placeLinkJob.start({
    ...parts,
    placeLinks: {
      find: async () => ({
        entryId: ENTRY,
        suppressed,
        position: 7,
        referralCode: 'abc',
        accountId: 'account',
        plan: 'free',
        waitlistName: 'Bikes',
        slug: 'bikes',
        language: 'en',
        languages: ['en'],
        design: {},
        replyTo: null,
        sender: null,
        domain: null,
        shareUrl: null,
        referralEnabled: false,
        referralBoost: 5,
      }),
      claim: async () => claimed,
    },
    stops: { areStopped: async stops => stops.map(() => true) },
  });
  const job = {
    id: jobId,
    waitlistId: 'waitlist',
    payload: { email: 'ada@example.com', digest: '00'.repeat(32) },
    createdAt: new Date(Date.now() - ageMs),
  };
  const outcome = await runJob(statusLink, job);
  return { outcome, sent, unsent, grants: requests.map(({ entryId }) => entryId) };
}

describe('the email with the link to a place', () => {
  it('is sent although its mailbox stopped the email of this list, and offers no one-click stop', async () => {
    const { sent } = await run({});
    expect(sent).toMatchObject([{ to: 'ada@example.com' }]);
    expect(sent[0]?.headers).toBeUndefined();
  });

  it('counts against the limits once, however often its job runs', async () => {
    const [first, again, other] = [await run({}), await run({}), await run({ jobId: '8' })];
    expect(first.sent).toHaveLength(1);
    expect(first.grants).toEqual(again.grants);
    expect(first.grants).not.toEqual(other.grants);
    expect(first.grants).not.toEqual([ENTRY]);
  });

  it.each<[string, Given, string[]]>([
    ['claimed by another job', { claimed: false }, []],
    ['asked for an hour ago', { ageMs: 3_601_000 }, []],
    ['to a suppressed address', { suppressed: true }, ['suppressed']],
    ['over the limit of the mailbox', { verdict: 'recipient_limit' }, ['recipient_limit']],
    ['over the limit of the account', { verdict: 'account_limit' }, ['account_limit']],
  ])('is not sent, nor tried again, when it is %s', async (_, given, reasons) => {
    const { outcome, sent, unsent } = await run(given);
    expect([outcome, sent, unsent]).toEqual(['done', [], reasons]);
  });
});
