import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createWakeUp } from '../../../adapters/sqs/wake-up.ts';
import { Queue, type SqsService, startSqs } from '../../../local/stand-ins/sqs.ts';
import { REGION } from '../../../local/stand-ins/stand-in.ts';

describe('wake-ups of the worker', () => {
  let sqs: SqsService;
  let queue: Queue;
  /** The delay of each message, in seconds. */
  let delays: (number | undefined)[];
  const clock = (milliseconds: number) => jest.spyOn(performance, 'now').mockReturnValue(milliseconds);

  beforeEach(async () => {
    queue = new Queue('worker');
    sqs = await startSqs([queue]);
    delays = [];
    jest.spyOn(queue, 'send').mockImplementation((body, delaySeconds) => {
      delays.push(delaySeconds);
      return { id: 'message', body, visibleAt: 0 };
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sqs.stop();
  });

  const start = (delaySeconds: number) =>
    createWakeUp({
      region: REGION,
      queueUrl: sqs.urlOf(queue),
      endpoint: sqs.endpoint,
      delaySeconds,
      onFailure(error) {
        throw error;
      },
    });

  it('are one for all work of a moment, and another before the first is delivered', async () => {
    const { wake } = start(2);
    for (const at of [0, 0, 500, 1_500]) {
      clock(at);
      await wake();
    }
    expect(delays).toEqual([2]);
    clock(1_900);
    await wake();
    expect(delays).toEqual([2, 2]);
  });

  it('are all sent if they are not delayed', async () => {
    const { wake } = start(0);
    clock(0);
    await wake();
    await wake();
    expect(delays).toEqual([0, 0]);
  });

  it('for later are all sent, in whole seconds, except beyond what a queue can delay', async () => {
    const { wakeAfter } = start(1);
    for (const seconds of [0.2, 30, -1, 900, 901]) await wakeAfter(seconds);
    expect(delays).toEqual([1, 30, 0, 900]);
  });
});
