import { describe, expect, it } from '@jest/globals';
import { createBedrockWriter } from '../../../adapters/bedrock/page-writer.ts';
import type { PageWriter, WritingRequest } from '../../../core/page-generation/page-writer.ts';
import { writePage } from '../../../core/page-generation/write-page.ts';
import { hanging, startFakeBedrock } from '../../support/fake-bedrock.ts';

const waitlist = { name: 'Moog', description: null };
const GOOD = `function GeneratedWaitlist(props) { return React.createElement('form', { onSubmit: props.onSubmit }); }`;

describe('writing a page', () => {
  it('gives the repair the remaining time, and skips it if there is too little', async () => {
    const asked: WritingRequest[] = [];
    let clock = 0;
    const writer = (ms: number): PageWriter => ({
      async write(request) {
        asked.push(request);
        clock += ms;
        return { text: asked.length === 1 ? 'no code' : GOOD, end: 'complete' };
      },
    });
    const options = { waitlist, description: 'Any', now: () => clock };
    expect(await writePage({ ...options, writer: writer(15_000) })).toBe(GOOD);
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([25_000, 10_000]);

    asked.length = 0;
    await expect(writePage({ ...options, writer: writer(20_000) })).rejects.toMatchObject({
      code: 'generation_failed',
    });
    expect(asked).toHaveLength(1);
  });

  it('reports our own faults, and logs them in full', async () => {
    const fault = new Error('a bug');
    const writer: PageWriter = { write: () => Promise.reject(fault) };
    await expect(writePage({ writer, waitlist, description: 'Any' })).rejects.toBe(fault);
  });
});

describe('a Bedrock call without an answer', () => {
  it('is aborted when the time is up', async () => {
    const bedrock = await startFakeBedrock();
    bedrock.reply(hanging);
    const writer = createBedrockWriter({ region: 'us-east-1', modelId: 'model', endpoint: bedrock.endpoint });
    const turns = [{ role: 'user' as const, text: 'Hello' }];
    const asking = writer.write({ system: 'Rules', turns, maxTokens: 10, timeoutMs: 200 });
    await expect(asking).rejects.toMatchObject({ name: 'WriterUnavailableError', timedOut: true });
    await bedrock.stop();
  });
});
