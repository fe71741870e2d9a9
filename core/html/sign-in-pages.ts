import { escapeHtml } from './escape.ts';
import { renderPersonPage } from './person-page.ts';

const problem = (error: string | undefined): string =>
  error === undefined ? '' : `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>`;

const describedBy = (error: string | undefined): string =>
  error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"';

/** Asks for the address. */
export const renderAddressPage = (page: {
  readonly returnTo: string;
  readonly email?: string;
  readonly error?: string;
}): string =>
  renderPersonPage(
    'Sign in',
    `<h1>Sign in</h1>
<p>We send you a code. The first time, it opens your account too.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="return_to" value="${escapeHtml(page.returnTo)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required autofocus value="${escapeHtml(page.email ?? '')}"${describedBy(page.error)}>
${problem(page.error)}
<button>Send the code</button>
</form>`,
  );

/** Asks for the code that was sent. */
export const renderCodePage = (page: {
  readonly email: string;
  readonly returnTo: string;
  readonly error?: string;
}): string =>
  renderPersonPage(
    'Enter the code',
    `<h1>Look into your mailbox</h1>
<p>We sent a code to <strong>${escapeHtml(page.email)}</strong>. It works for ten minutes.</p>
<form method="post" action="/sign-in/code">
<label for="code">Code</label>
<input class="code" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required autofocus${describedBy(page.error)}>
${problem(page.error)}
<button>Sign in</button>
</form>
<p>Nothing there? Look under spam, or <a href="/sign-in?return_to=${escapeHtml(encodeURIComponent(page.returnTo))}">ask for another</a>.</p>`,
  );

/** What the link of the message opens. It does nothing by itself: mail programs open links before their readers do. */
export const renderLinkPage = (token: string): string =>
  renderPersonPage(
    'Sign in',
    `<h1>Sign in on this device?</h1>
<p>Go on only if you asked for this message yourself.</p>
<form method="post" action="/sign-in/link">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button autofocus>Sign in</button>
</form>`,
  );

/** When a code or a link can sign nobody in any more. */
export const renderGonePage = (returnTo: string): string =>
  renderPersonPage(
    'Ask again',
    `<h1>This works no more</h1>
<p>A code and its link work once, for ten minutes, and the code only in the browser that asked for it.</p>
<form method="get" action="/sign-in">
<input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
<button autofocus>Ask for a new one</button>
</form>`,
  );

export const renderSignedOutPage = (): string =>
  renderPersonPage(
    'Signed out',
    `<h1>You are signed out</h1>
<p><a href="/sign-in">Sign in again</a></p>`,
  );

/** For what a person cannot mend by another try. */
export const renderProblemPage = (error: string, resolution: string | undefined): string =>
  renderPersonPage(
    'Something is wrong',
    `<h1>${escapeHtml(error)}</h1>
<p>${escapeHtml(resolution ?? '')}</p>
<p><a href="/sign-in">Sign in</a></p>`,
  );
