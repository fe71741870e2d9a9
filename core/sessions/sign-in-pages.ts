import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { CODE_SCRIPT, codeField } from '../markup/code-field.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderPersonPage } from '../markup/person-page.ts';

const problem = (error: string | undefined): string =>
  error === undefined ? '' : `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>`;

const describedBy = (error: string | undefined): string =>
  error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"';

/** Asks for an email address. */
export const renderAddressPage = (page: {
  readonly returnTo: string;
  readonly email?: string;
  readonly error?: string;
}): string =>
  renderPersonPage(
    'Sign in',
    `<h1>Sign in</h1>
<p>Enter your email and we’ll send a code. New here? This creates your account.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="return_to" value="${escapeHtml(page.returnTo)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required autofocus value="${escapeHtml(page.email ?? '')}"${describedBy(page.error)}>
${problem(page.error)}
<button>Email me a code</button>
</form>`,
  );

/** Asks for the code that was sent. */
export const renderCodePage = (page: {
  readonly email: string;
  readonly returnTo: string;
  readonly error?: string;
}): string =>
  renderPersonPage(
    'Check your email',
    `<h1>Check your email</h1>
<p>We sent a code to <strong>${escapeHtml(page.email)}</strong>. It expires in 10 minutes.</p>
<form method="post" action="/sign-in/code">
${codeField(describedBy(page.error))}
${problem(page.error)}
<button>Sign in</button>
</form>
${CODE_SCRIPT}
<p>Didn’t get it? Check your spam folder or <a href="/sign-in?again=true&amp;return_to=${escapeHtml(encodeURIComponent(page.returnTo))}">request a new code</a>.</p>`,
  );

const switchNotice = (link: { readonly email: string; readonly signedInAs: string | null }): string =>
  link.signedInAs === null || link.signedInAs.toLowerCase() === link.email.toLowerCase()
    ? ''
    : `<p>This browser is signed in as <strong>${escapeHtml(link.signedInAs)}</strong>. Continuing signs you out of that account.</p>\n`;

/**
 * Opened by the link in the email. It needs a click, because mail programs prefetch links. It names the account, because a
 * stranger may have sent the link to their own.
 */
export const renderLinkPage = (link: {
  readonly token: string;
  readonly email: string;
  /** The account that this browser is signed in to. */
  readonly signedInAs: string | null;
}): string =>
  renderPersonPage(
    'Sign in',
    `<h1>Sign in as ${escapeHtml(link.email)}?</h1>
<p>Continue only if this is your account and you requested the email yourself.</p>
${switchNotice(link)}<form method="post" action="/sign-in/link">
<input type="hidden" name="token" value="${escapeHtml(link.token)}">
<button autofocus>Sign in</button>
</form>`,
  );

/** Shown when a code or link has expired or was used. */
export const renderGonePage = (returnTo: string): string =>
  renderPersonPage(
    'Expired',
    `<h1>This code or link has expired</h1>
<p>Codes and links work once, for 10 minutes. A code works only in the browser that requested it.</p>
<form method="get" action="/sign-in">
<input type="hidden" name="again" value="true">
<input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
<button autofocus>Get a new code</button>
</form>`,
  );

export const renderSignedOutPage = (): string =>
  renderPersonPage(
    'Signed out',
    `<h1>You’re signed out</h1>
<p><a href="/sign-in">Sign in again</a></p>`,
  );

/**
 * Shows an error that retrying the form won't fix.
 * @param requestId - if the person is asked to report it
 */
export const renderProblemPage = (error: string, resolution?: string, requestId?: string): string =>
  renderPersonPage(
    'Error',
    `${CLOSED_DOOR}
<h1>${escapeHtml(error)}</h1>
<p>${escapeHtml(resolution ?? '')}</p>
${requestId === undefined ? '' : `<p>requestId: <code>${escapeHtml(requestId)}</code></p>\n`}<p><a href="/">Home</a></p>`,
  );
