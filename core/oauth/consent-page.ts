import { SCOPES, type Scope } from '../kernel/scopes.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderPersonPage } from '../markup/person-page.ts';
import { renderProblemPage } from '../sessions/sign-in-pages.ts';
import { OAUTH_PATHS } from './addresses.ts';
import { describeRedirect, isOnOwnMachine } from './redirect-uri.ts';

export interface ConsentQuestion {
  /** Id of the pending authorization request. */
  readonly uid: string;
  /** Chosen by the app: it may claim any name. */
  readonly clientName: string;
  readonly redirectUri: string;
  readonly account: { readonly id: string; readonly email: string };
  readonly requested: readonly Scope[];
  /** Selected at first. */
  readonly ticked: readonly Scope[];
  readonly error?: string;
}

const scopeBox = (scope: Scope, isTicked: boolean): string =>
  `<label class="scope"><input type="checkbox" name="scope" value="${scope}"${isTicked ? ' checked' : ''}><span>${escapeHtml(SCOPES[scope])} <code>${scope}</code></span></label>`;

/** Asks the user to give an app access, and with which scopes. */
export function renderConsentPage(question: ConsentQuestion): string {
  const { uid, clientName, redirectUri, account, requested, ticked, error } = question;
  const name = escapeHtml(clientName);
  const caution = isOnOwnMachine(redirectUri)
    ? 'Continue only if you just started it yourself.'
    : 'Continue only if you trust this site.';
  return renderPersonPage(
    'Allow access',
    `<h1>Let “${name}” access your account?</h1>
<p>Access goes to <strong>${escapeHtml(describeRedirect(redirectUri))}</strong>. ${caution} The app chose its own name; we haven’t verified it.</p>
<form method="post" action="${OAUTH_PATHS.consent}/${escapeHtml(encodeURIComponent(uid))}">
<input type="hidden" name="account" value="${escapeHtml(account.id)}">
<fieldset>
<legend>Permissions</legend>
${requested.map(scope => scopeBox(scope, ticked.includes(scope))).join('\n')}
</fieldset>
${error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<button name="answer" value="allow">Allow</button>
<button class="quiet" name="answer" value="deny">Deny</button>
<p>You’re signed in as <strong>${escapeHtml(account.email)}</strong>.</p>
<button class="quiet" name="answer" value="switch">Use another account</button>
</form>`,
  );
}

/** Shown when the request is over or was started in another browser. */
export const renderNoRequestPage = (): string =>
  renderPersonPage(
    'Start again',
    `<h1>This request has expired</h1>
<p>It may also have been started in another browser. Go back to the app and connect it again.</p>`,
  );

/** Errors of a request to connect without showing a page. */
const SILENT = new Set(['login_required', 'consent_required', 'interaction_required']);

/**
 * Shown instead of sending an error to an app.
 * @param error - a code of OAuth
 * @param description - of the library, or ours
 */
export function renderRefusalPage(error: string, description?: string): string {
  if (error === 'invalid_client') {
    return renderProblemPage('This app isn’t registered', 'Start again from the app.');
  }
  if (SILENT.has(error)) {
    return renderProblemPage(
      'This app needs your permission first',
      'It tried to connect without asking you. Start again from the app.',
    );
  }
  return renderProblemPage(
    'This app’s request isn’t valid',
    `Error: ${description ?? error}. Start again from the app.`,
  );
}

/** Shown to a person who denied access to an app of another site, which they may not want to visit. */
export const renderDeniedPage = (app: {
  readonly clientName: string;
  readonly redirectUri: string;
  /** Leads to the app, with the answer. */
  readonly href: string;
}): string =>
  renderPersonPage(
    'Access denied',
    `<h1>Access denied</h1>
<p>“${escapeHtml(app.clientName)}” can’t access your account. You can close this page.</p>
<p>If you know this app, <a href="${escapeHtml(app.href)}">return to ${escapeHtml(describeRedirect(app.redirectUri))}</a>.</p>`,
  );
