import { describe, expect, it } from '@jest/globals';
import type { ChallengeToken, ChallengeVerdict } from '../../../core/bot-challenge/challenge-verifier.ts';
import {
  type ChallengeAttempt,
  type ChallengeTrouble,
  verifyChallenge,
} from '../../../core/bot-challenge/verify-challenge.ts';
import { ApiError } from '../../../core/kernel/errors.ts';

const attempt: ChallengeAttempt = {
  waitlistId: 'w',
  own: null,
  token: 'token',
  remoteAddress: '203.0.113.7',
};
const own = { siteKey: 'own-site-key', sealedSecret: Buffer.from('sealed') };

function harness(verdict: ChallengeVerdict, { hasShared = true } = {}) {
  const asked: ChallengeToken[] = [];
  const reported: ChallengeTrouble[] = [];
  const opened: unknown[] = [];
  let forgotten = 0;
  const services = {
    verifier: {
      verify: async (token: ChallengeToken) => {
        asked.push(token);
        return verdict;
      },
    },
    sealer: {
      open: async (sealed: Buffer, context: object) => {
        opened.push(context);
        return `opened ${sealed}`;
      },
    },
    shared: hasShared
      ? {
          siteKey: 'shared-site-key',
          secretKey: async () => 'shared secret',
          forgetSecretKey: () => {
            forgotten += 1;
          },
        }
      : null,
    report: (trouble: ChallengeTrouble) => reported.push(trouble),
  };
  const meet = (change: Partial<ChallengeAttempt> = {}) =>
    verifyChallenge(services, { ...attempt, ...change });
  return { meet, asked, reported, opened, forgotten: () => forgotten };
}

const refusalOf = async (meeting: Promise<void>): Promise<ApiError> => {
  const error: unknown = await meeting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'challenge_failed', status: 403 });
  return error as ApiError;
};

describe('verifyChallenge', () => {
  it('verifies with the shared secret, or with the waitlist’s own', async () => {
    const { meet, asked, opened } = harness({ status: 'passed' });
    await meet();
    await meet({ own });
    expect(asked).toEqual([
      { secretKey: 'shared secret', token: 'token', remoteAddress: '203.0.113.7' },
      { secretKey: 'opened sealed', token: 'token', remoteAddress: '203.0.113.7' },
    ]);
    expect(opened).toEqual([{ waitlistId: 'w', purpose: 'turnstile' }]);
  });

  it('calls nothing when no token was sent', async () => {
    const { meet, asked } = harness({ status: 'passed' });
    expect((await refusalOf(meet({ token: null }))).message).toContain('requires a human check');
    expect(asked).toEqual([]);
  });

  it.each<[ChallengeVerdict, RegExp, number]>([
    [{ status: 'rejected' }, /could not verify/, 0],
    [{ status: 'spent' }, /expired/, 0],
    [{ status: 'misconfigured', codes: ['invalid-input-secret'] }, /misconfigured/, 1],
    [{ status: 'unavailable', cause: new Error('down') }, /unavailable right now/, 1],
  ])('refuses for %j, and reports what is not the visitor’s fault', async (verdict, message, reports) => {
    for (const keys of [null, own]) {
      const { meet, reported } = harness(verdict);
      const error = await refusalOf(meet({ own: keys }));
      expect(error.message).toMatch(message);
      expect(error.toBody('r').resolution).toMatch(/again/);
      expect(reported).toHaveLength(reports);
      expect(JSON.stringify([reported, error.toBody('r')])).not.toMatch(/secret(?!")/);
    }
  });

  it('drops only the cached shared secret that was rejected', async () => {
    const refused = harness({ status: 'misconfigured', codes: ['invalid-input-secret'] });
    await refusalOf(refused.meet());
    expect(refused.forgotten()).toBe(1);
    await refusalOf(refused.meet({ own }));
    expect(refused.forgotten()).toBe(1);
    const down = harness({ status: 'unavailable', cause: null });
    await refusalOf(down.meet());
    expect(down.forgotten()).toBe(0);
  });

  it('never lets anyone pass because keys are missing', async () => {
    const { meet } = harness({ status: 'passed' }, { hasShared: false });
    await expect(meet()).rejects.toThrow('no keys to verify it with');
  });
});
