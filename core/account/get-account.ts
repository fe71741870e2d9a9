import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { PLANS } from '../kernel/plans.ts';
import { ScopeName } from '../kernel/schemas.ts';
import { Account, toAccount } from './account.ts';
import type { AccountServices } from './services.ts';

export const getAccount = defineOperation({
  name: 'get_account',
  group: 'account',
  title: 'Get account',
  summary: 'Read the account, its plan, and its usage',
  description:
    'The account behind the key: plan and capabilities, billing model and price of a license, what it uses (waitlists, signups, bytes of images, domains, AI generations) and its limits, and the scopes of this key.',
  method: 'GET',
  path: '/api/v1/me',
  scope: 'account:read',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () =>
    z.object({
      account: Account(),
      plan: z.object({ id: z.enum(['free', 'pro']), name: z.string() }),
      billing: z.object({
        model: z.literal('one_time_per_waitlist'),
        priceUsd: z.number(),
        currency: z.literal('usd'),
      }),
      capabilities: z.object({ customDomain: z.boolean(), database: z.boolean(), whiteLabel: z.boolean() }),
      usage: z.object({
        waitlists: z.int(),
        licensedWaitlists: z.int(),
        entries: z.int(),
        imageBytes: z.int(),
        domains: z.int(),
        aiGenerations: z.object({ limit: z.int(), used: z.int(), remaining: z.int() }),
      }),
      limits: z.object({ waitlists: z.int(), imageBytes: z.int(), domains: z.int() }),
      key: z.object({ id: z.string(), name: z.string(), scopes: z.array(ScopeName) }),
    }),
  async run({ caller, services, site }: CallerContext<AccountServices>) {
    const { id, plan: planId } = caller.account;
    const plan = PLANS[planId];
    const [{ aiGenerations: used, ...counts }, replyTo] = await Promise.all([
      services.usage.usage(id),
      services.accounts.getsReplies(id),
    ]);
    return {
      account: toAccount(caller.account, replyTo),
      plan: { id: planId, name: plan.name },
      billing: {
        model: 'one_time_per_waitlist' as const,
        priceUsd: site.licensePriceUsd,
        currency: 'usd' as const,
      },
      capabilities: plan.capabilities,
      usage: {
        ...counts,
        aiGenerations: { limit: plan.aiGenerations, used, remaining: Math.max(0, plan.aiGenerations - used) },
      },
      limits: plan.limits,
      key: { id: caller.key.id, name: caller.key.name, scopes: [...caller.key.scopes] },
    };
  },
});
