import { describe, expect, it, jest } from '@jest/globals';
import type { SendQuota } from '../../../core/email/email.ts';
import { createSendPace, MAX_IN_FLIGHT } from '../../../core/email/send-pace.ts';
import { verifies } from '../../support/verifies.ts';

// Nine tenths are 100 a second.
const QUOTA: SendQuota = { perSecond: 1_000 / 9, perDay: 50_000, sentToday: 0 };

/** A pace whose clock the test moves. Whoever would have to wait gets false. */
function start(quota: Partial<SendQuota> | Error = {}) {
  let clock = 1_000_000;
  const unknown = jest.fn<(cause: unknown) => void>();
  const known = jest.fn<(quota: SendQuota) => void>();
  const readQuota = jest.fn(async () => {
    if (quota instanceof Error) throw quota;
    return { ...QUOTA, ...quota };
  });
  const pace = createSendPace({ readQuota, onKnown: known, onUnknown: unknown, now: () => clock });
  return {
    ...pace,
    readQuota,
    known,
    unknown,
    pass: (ms: number) => {
      clock += ms;
    },
    /** How many emails may be sent in the next seconds, without waiting. */
    async sentIn(seconds: number) {
      let sent = 0;
      for (let ms = 0; ms < seconds * 1_000; ms++) {
        while (await pace.turn(0)) sent++;
        clock += 1;
      }
      return sent;
    },
  };
}

describe('the pace of emails', () => {
  it(`is nine tenths of what the mail service allows in a second${verifies('email.pace')}`, async () => {
    const pace = start();
    expect(await pace.sentIn(10)).toBeCloseTo(1_000, -1);
    expect(await start({ perSecond: 1 }).sentIn(10)).toBeCloseTo(9, -1);
  });

  it('sends together what may be sent in a second, and at most what a crash may repeat', async () => {
    expect(await start({ perSecond: 14 }).groupSize()).toBe(13);
    expect(await start({ perSecond: 1 }).groupSize()).toBe(1);
    expect(await start({ perSecond: 5_000 }).groupSize()).toBe(MAX_IN_FLIGHT);
  });

  it('asks for the quota once in a while, however many emails wait for it', async () => {
    const pace = start();
    await Promise.all(Array.from({ length: 20 }, () => pace.turn(10_000)));
    expect(pace.readQuota).toHaveBeenCalledTimes(1);
    pace.pass(5 * 60_000);
    await pace.turn(0);
    expect(pace.readQuota).toHaveBeenCalledTimes(2);
  });

  it('tells the quota each time it is read, also where nothing is sent', async () => {
    const pace = start({ perDay: 200, sentToday: 170 });
    for (const times of [1, 2]) {
      await Promise.all([pace.refresh(), pace.refresh()]);
      expect(pace.known).toHaveBeenCalledTimes(times);
      expect(pace.known).toHaveBeenLastCalledWith({ ...QUOTA, perDay: 200, sentToday: 170 });
      pace.pass(5 * 60_000);
    }
    const unread = start(new Error('denied'));
    await unread.refresh();
    expect(unread.known).not.toHaveBeenCalled();
  });

  it('is that of a new account while the quota cannot be read', async () => {
    const pace = start(new Error('denied'));
    expect(await pace.sentIn(10)).toBeCloseTo(140, -1);
    expect(pace.unknown).toHaveBeenCalledTimes(1);
  });

  it(`halves when the mail service refuses some, once for those in flight, and recovers with each that is taken${verifies('email.throttled')}`, async () => {
    const pace = start();
    await pace.groupSize();
    pace.throttled('second');
    pace.throttled('second');
    // Nothing for a second.
    expect(await pace.sentIn(0.9)).toBe(0);
    pace.pass(200);
    expect(await pace.sentIn(10)).toBeCloseTo(500, -1);
    for (let count = 0; count < 100; count++) pace.taken();
    expect(await pace.sentIn(10)).toBeCloseTo(1_000, -1);
  });

  it('never stops: one a second is left after any number of refusals', async () => {
    const pace = start();
    await pace.groupSize();
    for (let count = 0; count < 50; count++) {
      pace.throttled('second');
      pace.pass(1_100);
    }
    expect(await pace.sentIn(10)).toBeGreaterThanOrEqual(9);
  });

  it.each(['the refusal', 'the quota'])('rests when the day is used up, as %s says', async source => {
    const pace = start(source === 'the quota' ? { perDay: 200, sentToday: 200 } : {});
    await pace.groupSize();
    if (source === 'the refusal') pace.throttled('day');
    expect(await pace.turn(60_000)).toBe(false);
    pace.pass(10 * 60_000);
    expect(await pace.turn(0)).toBe(source === 'the refusal');
  });

  it('has no end of the day where the quota has none', async () => {
    expect(await start({ perDay: null, sentToday: 1e9 }).turn(0)).toBe(true);
  });
});
