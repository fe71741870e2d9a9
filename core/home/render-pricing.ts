import { PLAN_FEATURES } from '../kernel/plan-features.ts';
import { PLANS } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';

const usd = (price: number): string => `$${price.toLocaleString('en')}`;

function cell(value: string | boolean): string {
  if (typeof value === 'string') return `<td>${value}</td>`;
  return `<td>${value ? '<span class="yes">Included</span>' : '<span class="no">–</span>'}</td>`;
}

/** The prices: two plans, and the license of one waitlist. */
export function renderPricing({ proPriceUsd, licensePriceUsd }: Site): string {
  const { free, pro } = PLANS;
  const rows = PLAN_FEATURES.map(
    ({ label, of }) => `<tr><th scope="row">${label}</th>${cell(of(free))}${cell(of(pro))}</tr>`,
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
