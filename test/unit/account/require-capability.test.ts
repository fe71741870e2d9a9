import { describe, expect, it } from '@jest/globals';
import { requireCapability } from '../../../core/account/require-capability.ts';
import { PaymentRequiredError } from '../../../core/kernel/errors.ts';
import type { PlanId } from '../../../core/kernel/plans.ts';

const site = {
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 49,
  proPriceUsd: 49,
  allowInsecureLoopback: false,
};
const callerOn = (plan: PlanId) => ({
  account: { id: 'a', email: 'a@example.com', plan, createdAt: new Date(0) },
});

describe('requireCapability', () => {
  it.each(['customDomain', 'database'] as const)(
    'lets pro use %s, and tells free where to upgrade',
    capability => {
      expect(() => requireCapability(callerOn('pro'), site, capability)).not.toThrow();
      try {
        requireCapability(callerOn('free'), site, capability);
        throw new Error('It was allowed');
      } catch (error) {
        expect(error).toBeInstanceOf(PaymentRequiredError);
        expect((error as PaymentRequiredError).toBody('r')).toMatchObject({
          code: 'capability_required',
          upgradeUrl: 'https://anteroom.example/dashboard/billing',
          priceUsd: 49,
          resolution: expect.any(String),
        });
      }
    },
  );
});
