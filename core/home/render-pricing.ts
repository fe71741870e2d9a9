import { formatBytes } from '../kernel/format-bytes.ts';
import { PLANS, type Plan } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';

const count = (number: number): string => number.toLocaleString('en');
const usd = (price: number): string => `$${count(price)}`;
const included = (is: boolean): string =>
  is ? '<span class="yes">Included</span>' : '<span class="no">–</span>';

/** The rows of the table, from the plans themselves. */
const ROWS: readonly (readonly [string, (plan: Plan) => string])[] = [
  ['Waitlists', ({ limits }) => count(limits.waitlists)],
  ['Signups', () => 'Unlimited'],
  ['AI pages a month', ({ aiGenerations }) => count(aiGenerations)],
  ['Images', ({ limits }) => formatBytes(limits.imageBytes)],
  ['Custom domain', ({ capabilities }) => included(capabilities.customDomain)],
  ['Your own database', ({ capabilities }) => included(capabilities.database)],
  ['Without “Powered by Anteroom”', ({ capabilities }) => included(capabilities.whiteLabel)],
];

/** What the service costs: two plans, and the license of one waitlist. */
export function renderPricing({ proPriceUsd, licensePriceUsd }: Site): string {
  const { free, pro } = PLANS;
  const rows = ROWS.map(
    ([label, value]) => `<tr><th scope="row">${label}</th><td>${value(free)}</td><td>${value(pro)}</td></tr>`,
  );
  return `<section class="pricing" id="pricing" aria-labelledby="pricing-heading">
<h2 id="pricing-heading">Pay once, if you need to</h2>
<p class="under">No subscription. Each price is a single payment.</p>
<div class="prices">
<table>
<caption class="visually-hidden">Plans</caption>
<thead><tr><td></td><th scope="col"><span class="plan">${free.name}</span><span class="price">${usd(0)}</span></th><th scope="col"><span class="plan">${pro.name}</span><span class="price">${usd(proPriceUsd)}</span><span class="once">once per account</span></th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>
<div class="license">
<h3>License</h3>
<p class="price">${usd(licensePriceUsd)}<span class="once">once per waitlist</span></p>
<p>Turns on referral rewards: each friend moves the person who invited them up by as many places as you choose. Works with either plan.</p>
<p><a class="button" href="/sign-in">Get started</a></p>
</div>
</div>
</section>`;
}
