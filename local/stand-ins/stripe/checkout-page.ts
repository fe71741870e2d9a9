import { escapeHtml } from '../../../core/markup/escape.ts';
import { renderPersonPage } from '../../../core/markup/person-page.ts';
import type { SessionExtras, StandInSession } from './sessions.ts';

const NOTICE =
  '<p><strong>Test checkout.</strong> This server has no Stripe keys, so this page stands in for Stripe and no money moves.</p>';

const amountOf = ({ amount_total, currency }: StandInSession): string =>
  (amount_total / 100).toLocaleString('en-US', { style: 'currency', currency });

/** The page of an open checkout. */
export const renderCheckoutPage = (session: StandInSession & SessionExtras): string =>
  renderPersonPage(
    'Test checkout',
    `<h1>${escapeHtml(session.description)}</h1>
<p><strong>${escapeHtml(amountOf(session))}</strong>, once</p>
${NOTICE}
<form method="post" action="/_local/checkout">
<input type="hidden" name="session" value="${escapeHtml(session.id)}">
<button name="action" value="pay" autofocus>Pay ${escapeHtml(amountOf(session))} (test)</button>
<button class="quiet" name="action" value="cancel">Cancel</button>
</form>`,
  );

/** The page of a paid checkout. */
export const renderReceiptPage = (session: StandInSession & SessionExtras): string =>
  renderPersonPage(
    'Test receipt',
    `<h1>Paid: ${escapeHtml(amountOf(session))}</h1>
<p>${escapeHtml(session.description)}</p>
${NOTICE}
<p><a href="${escapeHtml(session.success_url)}">Back to the dashboard</a></p>`,
  );

export const renderGoneCheckoutPage = (): string =>
  renderPersonPage(
    'Test checkout',
    `<h1>Test checkout not found</h1>
<p>It has expired, or the server has restarted. Start again from the <a href="/dashboard/billing">dashboard</a>.</p>`,
  );

export const renderFailedCheckoutPage = (): string =>
  renderPersonPage(
    'Test checkout',
    `<h1>Payment failed</h1>
<p>The server did not accept the payment event. Its log says why. Stripe would send the event again.</p>`,
  );
