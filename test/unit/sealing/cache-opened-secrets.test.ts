import { describe, expect, it } from '@jest/globals';
import { cacheOpenedSecrets } from '../../../core/sealing/cache-opened-secrets.ts';
import type { SealContext } from '../../../core/sealing/sealer.ts';

const context = (waitlistId: string): SealContext => ({ waitlistId, purpose: 'turnstile' });

function counting(open: (sealed: Buffer) => string = String) {
  let count = 0;
  const remembered = cacheOpenedSecrets({
    open: async sealed => {
      count += 1;
      return open(sealed);
    },
  });
  return { remembered, count: () => count };
}

describe('cacheOpenedSecrets', () => {
  it('opens a secret once, even for two concurrent calls', async () => {
    const { remembered, count } = counting();
    const sealed = Buffer.from('a');
    await Promise.all([remembered.open(sealed, context('w')), remembered.open(sealed, context('w'))]);
    expect(await remembered.open(Buffer.from('a'), context('w'))).toBe('a');
    expect(count()).toBe(1);
  });

  it('opens a secret again when it is resealed or belongs to another waitlist', async () => {
    const { remembered, count } = counting();
    await remembered.open(Buffer.from('a'), context('w'));
    expect(await remembered.open(Buffer.from('b'), context('w'))).toBe('b');
    await remembered.open(Buffer.from('a'), context('v'));
    await remembered.open(Buffer.from('a'), { waitlistId: 'w', purpose: 'database' });
    expect(count()).toBe(4);
  });

  it('tries again after a failure', async () => {
    let isDown = true;
    const { remembered } = counting(sealed => {
      if (isDown) throw new Error('down');
      return String(sealed);
    });
    await expect(remembered.open(Buffer.from('a'), context('w'))).rejects.toThrow('down');
    isDown = false;
    expect(await remembered.open(Buffer.from('a'), context('w'))).toBe('a');
  });

  it('caches only the latest', async () => {
    const { remembered, count } = counting();
    for (let index = 0; index < 600; index += 1) await remembered.open(Buffer.from(`${index}`), context('w'));
    await remembered.open(Buffer.from('599'), context('w'));
    expect(count()).toBe(600);
    await remembered.open(Buffer.from('0'), context('w'));
    expect(count()).toBe(601);
  });
});
