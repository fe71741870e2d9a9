import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import { type PersonPageBrand, renderPersonPage } from '../markup/person-page.ts';

export interface StopPage {
  /** The waitlist. */
  readonly brand: PersonPageBrand;
  /** Where the forms post: the link itself. */
  readonly action: string;
  /** Whether the link may also erase the person. */
  readonly mayLeave: boolean;
}

const name = ({ brand }: Pick<StopPage, 'brand'>): string => `“<bdi>${escapeHtml(brand.name)}</bdi>”`;

const leaveForm = ({ action, mayLeave }: StopPage): string =>
  mayLeave
    ? `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="leave" value="ask">
<button class="quiet">Leave the waitlist…</button>
</form>`
    : '';

/** Opened by the link. It needs a click, because mail programs prefetch links. */
export const renderStopPage = (page: StopPage): string =>
  renderPersonPage(
    'Stop emails',
    `<h1>Stop emails from ${name(page)}?</h1>
<p>You keep your place on the waitlist.</p>
<form method="post" action="${escapeHtml(page.action)}">
<button autofocus>Stop emails</button>
</form>
${leaveForm(page)}`,
    page.brand,
  );

export const renderStoppedPage = (page: StopPage): string =>
  renderPersonPage(
    'Emails stopped',
    `<h1>You won’t get email from ${name(page)} anymore</h1>
<p>This still applies if you leave the waitlist or join it again. You keep your place.</p>
${leaveForm(page)}`,
    page.brand,
  );

export const renderLeavePage = (page: StopPage): string =>
  renderPersonPage(
    'Leave the waitlist',
    `<h1>Leave ${name(page)}?</h1>
<p>This erases your email address, your name, and your referral link. You lose your place. You can’t undo this.</p>
<form method="get" action="${escapeHtml(page.action)}">
<input type="hidden" name="leave" value="no">
<button autofocus>Keep my place</button>
</form>
<form method="post" action="${escapeHtml(page.action)}">
<input type="hidden" name="leave" value="yes">
<button class="quiet">Leave and erase my data</button>
</form>`,
    page.brand,
  );

export const renderKeptPage = (page: Pick<StopPage, 'brand'>): string =>
  renderPersonPage(
    'You keep your place',
    `<h1>You keep your place on ${name(page)}</h1>
<p>Nothing has changed. You can close this page.</p>`,
    page.brand,
  );

/** For a link from before the key that makes links was replaced. */
export const renderOldLinkPage = (page: Pick<StopPage, 'brand'>): string =>
  renderPersonPage(
    'Link too old',
    `<h1>This link is too old to leave ${name(page)}</h1>
<p>It still stops email. To leave, open the waitlist’s page and ask for the link to your place. We email it to you, with a link to leave.</p>`,
    page.brand,
  );

export const renderLeftPage = (page: Pick<StopPage, 'brand'>): string =>
  renderPersonPage(
    'You left',
    `<h1>You left ${name(page)}</h1>
<p>We erased your data. If the waitlist’s owner keeps signups in their own database, it is erased there within minutes.</p>`,
    page.brand,
  );

export const renderNoStopPage = (): string =>
  renderPersonPage(
    'Link not valid',
    `${CLOSED_DOOR}
<h1>This link isn’t valid</h1>
<p>It may be incomplete, or come from a test email. If you left the waitlist, your data is already erased.</p>`,
  );

/** Shown when we failed. It offers no sign-in: these people have no account. */
export const renderStopFailedPage = (error: string): string =>
  renderPersonPage(
    'Try again soon',
    `<h1>${escapeHtml(error)}</h1>
<p>Wait a moment, then open the link in your email again.</p>`,
  );

export const renderStopLaterPage = (seconds: number): string =>
  renderPersonPage(
    'Try again soon',
    `<h1>Too many requests</h1>
<p>Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}, then open the link again.</p>`,
  );
