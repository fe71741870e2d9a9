import * as z from 'zod';
import { ApiError, PaymentRequiredError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { PLANS } from '../kernel/plans.ts';
import { text } from '../kernel/schemas.ts';
import { billingUrl } from '../kernel/site.ts';
import { requireWaitlist, type WaitlistFinder } from '../waitlists/require-waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { GenerationStore, Reservation } from './generation-store.ts';
import type { PageWriter } from './page-writer.ts';
import { writePage } from './write-page.ts';

/** The services of this operation. */
export interface PageGenerationServices extends WaitlistFinder {
  readonly generations: GenerationStore;
  /** Null when no model is configured. */
  readonly writer: PageWriter | null;
}

type Context = CallerContext<PageGenerationServices>;

/** Failed attempts cost us as much, so they count here. */
const PACE = { requests: 10, windowSeconds: 600 } as const;

const DESCRIPTION = { min: 10, max: 2_000 } as const;

const noModel = (): ApiError =>
  new ApiError('generation_unavailable', 'Page generation is not available: no model is configured', {
    resolution:
      'Write the page yourself, have an agent write it, or ask the operator of this service to configure a model.',
  });

function refuse(
  { caller, site }: Context,
  { refused, waitSeconds }: Extract<Reservation, { refused: string }>,
): ApiError {
  const plan = PLANS[caller.account.plan];
  const headers = { 'retry-after': String(waitSeconds) };
  if (refused === 'pace') {
    return new ApiError('rate_limited', `More than ${PACE.requests} generations in ten minutes`, {
      headers,
      resolution: `Wait ${waitSeconds} seconds, then try again.`,
    });
  }
  const used = `All ${plan.aiGenerations} page generations for this month are used`;
  return caller.account.plan === 'pro'
    ? new ApiError('rate_limited', used, {
        headers,
        resolution: 'The quota resets on the first of next month (UTC).',
      })
    : new PaymentRequiredError('capability_required', used, {
        upgradeUrl: billingUrl(site),
        priceUsd: site.proPriceUsd,
        resolution: `Upgrade at upgradeUrl for ${PLANS.pro.aiGenerations} a month, or wait for the first of next month (UTC).`,
      });
}

export const generatePage = definePeopleOperation({
  name: 'generate_page',
  group: 'dashboard',
  title: 'Generate a page',
  summary: 'Generate a page from a description',
  description:
    'Returns valid page code and changes nothing: save it to the waitlist if you like it. Counts as one AI generation of the month if it succeeds.',
  method: 'POST',
  path: '/api/v1/dashboard/page-generations',
  effect: { ...EFFECT.create, openWorld: true },
  status: 201,
  errors: ['not_found', 'capability_required', 'generation_failed', 'generation_unavailable'],
  input: () =>
    z.object({
      waitlistId: WaitlistId,
      description: text(DESCRIPTION).meta({ description: 'What the page should look like and say' }),
    }),
  output: () => z.object({ pageCode: z.string() }),
  async run(context: Context, { waitlistId, description }) {
    const { caller, services } = context;
    const { generations, writer } = services;
    const waitlist = await requireWaitlist(services, caller.account.id, waitlistId);
    if (!writer) throw noModel();

    const quota = PLANS[caller.account.plan].aiGenerations;
    const reservation = await generations.reserve({ accountId: caller.account.id, quota, pace: PACE });
    if ('refused' in reservation) throw refuse(context, reservation);
    let pageCode: string;
    try {
      pageCode = await writePage({ writer, waitlist, description });
    } catch (error) {
      await generations.giveBack(reservation.id);
      throw error;
    }
    await generations.keep(reservation.id);
    return { pageCode };
  },
});
