import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/dashboard/prices';

describe('GET /api/v1/dashboard/prices', () => {
  const session = shareSession({ environment: { LICENSE_PRICE_USD: '39', PRO_PRICE_USD: '149.5' } });

  it(`returns the prices that a checkout charges${verifies('billing.prices-listed')}`, async () => {
    const account = await session.createAccount('free');
    const person = await account.signIn();
    const { status, body } = await person.get(PATH);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        prices: [
          { product: 'license', priceUsd: 39 },
          { product: 'pro', priceUsd: 149.5 },
        ],
      },
    });
    expect((await person.get('/api/v1/me')).body.billing.priceUsd).toBe(39);
    const { body: checkout } = await person.post('/api/v1/dashboard/checkouts', { product: 'pro' });
    expect((await session.visitor.get(checkout.url)).body).toContain('$149.50');
  });

  it('refuses API keys', async () => {
    expect((await session.api.get(PATH)).status).toBe(403);
  });
});
