import { describe, expect, it } from '@jest/globals';
import type { EmailVerdict } from '../../../core/email/email-budget.ts';
import { confirmAddressJob } from '../../../core/signups/ask-to-confirm.ts';
import { emailParts, runJob } from '../../support/run-job.ts';

const PENDING = '01900000-0000-7000-8000-000000000001';

interface Given {
  readonly gone?: boolean;
  readonly verdict?: EmailVerdict;
  readonly isOnList?: boolean;
  readonly suppressed?: boolean;
  readonly stopped?: boolean;
  readonly waitlistName?: string;
}

async function run({
  gone = false,
  verdict = 'granted',
  isOnList = false,
  suppressed = false,
  stopped = false,
  waitlistName = 'Bikes',
}: Given) {
  const { parts, sent, unsent, requests } = emailParts(verdict);
  const queued: string[] = [];
  const recorded: string[] = [];
  const record = {
    email: 'ada@example.com',
    emailDigest: Buffer.alloc(32),
    isOnList,
    suppressed,
    accountId: 'account',
    plan: 'free',
    replyTo: null,
    sender: null,
    waitlistName,
    slug: 'bikes',
    language: 'en',
    languages: ['en'],
    domain: null,
    design: {},
    description: null,
    accountCreatedAt: new Date(),
    hasPaid: false,
    template: null,
  } as const;
  const handle = confirmAddressJob.start({
    ...parts,
    pending: { find: async () => [gone ? null : record] },
    ownTemplatesAfterHours: 0,
    placeLinks: { queue: async (_slug, email) => void queued.push(email) },
    stops: { areStopped: async stops => stops.map(() => stopped) },
    sentEmails: { record: async emails => void recorded.push(...emails.map(({ kind }) => kind)) },
  });
  const job = {
    id: '7',
    attempts: 1,
    failures: 0,
    kind: 'confirm_address',
    waitlistId: 'waitlist',
    payload: { pendingId: PENDING },
    createdAt: new Date(),
  };
  const outcome = await runJob(handle, job);
  return { outcome, sent, unsent, grants: requests.map(({ entryId }) => entryId), queued, recorded };
}

describe('the email that asks to confirm an address', () => {
  it('counts against the limits once, apart from the confirmation, and is no email of an entry', async () => {
    const [first, again] = [await run({}), await run({})];
    expect([first.outcome, first.sent.length, first.recorded]).toEqual(['done', 1, []]);
    expect(first.grants).toEqual(again.grants);
    expect(first.grants).not.toEqual([PENDING]);
  });

  it.each<[string, Given, string[]]>([
    ['for a signup that is gone', { gone: true }, []],
    ['to a suppressed address', { suppressed: true }, ['suppressed']],
    ['over the limit of the mailbox', { verdict: 'recipient_limit' }, ['recipient_limit']],
  ])('is not sent, nor tried again, when it is %s', async (_, given, reasons) => {
    const { outcome, sent, unsent } = await run(given);
    expect([outcome, sent, unsent]).toEqual(['done', [], reasons]);
  });

  it('is sent although its mailbox stopped the email of this list: its owner asks to join', async () => {
    const { outcome, sent, unsent } = await run({ stopped: true });
    expect([outcome, sent.length, unsent]).toEqual(['done', 1, []]);
  });

  it('waits for tomorrow’s budget of its account', async () => {
    const { outcome, sent, unsent } = await run({ verdict: 'account_limit' });
    expect([sent, unsent]).toEqual([[], []]);
    expect(outcome).toEqual({ postponedSeconds: expect.any(Number), reason: 'account_limit' });
  });

  it('is the link to the place instead, if the address is on the list', async () => {
    const { outcome, sent, queued } = await run({ isOnList: true });
    expect([outcome, sent, queued]).toEqual(['done', [], ['ada@example.com']]);
  });

  it('makes no markup and no header of the waitlist’s name', async () => {
    const [email] = (await run({ waitlistName: '<img src=x>\r\nBcc: eve@example.com' })).sent;
    expect(email?.html).not.toContain('<img src=x>');
    expect(email?.subject).not.toMatch(/[\r\n]/);
  });
});
