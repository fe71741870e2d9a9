import { describe, expect, it } from '@jest/globals';
import { storeAsset } from '../../../core/assets/store-asset.ts';
import { png } from '../../support/images.ts';

describe('storing an image', () => {
  // ADR 25: in the opposite order, the cleanup of unowned images could delete the file in between.
  it('records the account as its owner before writing the file', async () => {
    const order: string[] = [];
    const services = {
      assets: { find: async () => null, add: async () => order.push('claimed') > 0 },
      files: { put: async () => void order.push('written') },
    };
    const file = { bytes: png({ seed: 1 }), path: 'file', declaredTypes: [] };
    await storeAsset(
      services,
      { baseUrl: 'https://anteroom.example' },
      { id: 'account', plan: 'free' },
      file,
    );
    expect(order).toEqual(['claimed', 'written']);
  });
});
