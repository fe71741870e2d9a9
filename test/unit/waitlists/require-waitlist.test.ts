import { describe, expect, it } from '@jest/globals';
import { requireWaitlist } from '../../../core/waitlists/require-waitlist.ts';
import type { WaitlistRef } from '../../../core/waitlists/waitlist-ref.ts';

const ID = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';

/** Asks for a waitlist of the account, which has one if it is `found`. */
function ask(idOrSlug: string, found: object | null) {
  const asked: [string, WaitlistRef][] = [];
  const find = async (accountId: string, ref: WaitlistRef) => {
    asked.push([accountId, ref]);
    return found;
  };
  return { waitlist: requireWaitlist({ waitlists: { find } }, 'account', idOrSlug), asked };
}

describe('the waitlist that a request names', () => {
  it.each<[string, WaitlistRef]>([
    [ID, { id: ID }],
    [ID.toUpperCase(), { id: ID }],
    ['rocket-bikes', { slug: 'rocket-bikes' }],
    ['Rocket-Bikes', { slug: 'rocket-bikes' }],
  ])('is looked up in the account: %s', async (text, ref) => {
    const found = {};
    const { waitlist, asked } = ask(text, found);
    expect(await waitlist).toBe(found);
    expect(asked).toEqual([['account', ref]]);
  });

  it('is not found if the account has none', async () => {
    for (const text of [ID, 'rocket-bikes'])
      await expect(ask(text, null).waitlist).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['rocket_bikes', 'a', '', 'a\0b', `${ID}/x`])('is not looked up for %j', async text => {
    const { waitlist, asked } = ask(text, {});
    await expect(waitlist).rejects.toMatchObject({ code: 'not_found' });
    expect(asked).toEqual([]);
  });
});
