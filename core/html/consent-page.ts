import { SCOPES, type Scope } from '../kernel/scopes.ts';
import { OAUTH_PATHS } from '../oauth/addresses.ts';
import { describeRedirect, isOnOwnMachine } from '../oauth/redirect-uri.ts';
import { escapeHtml } from './escape.ts';
import { renderPersonPage } from './person-page.ts';

/** What a person is asked. */
export interface ConsentQuestion {
  /** Of the request that waits. */
  readonly uid: string;
  /** As the program calls itself: anybody can call themselves anything. */
  readonly clientName: string;
  readonly redirectUri: string;
  readonly account: { readonly id: string; readonly email: string };
  readonly requested: readonly Scope[];
  /** Those that are ticked at first. */
  readonly ticked: readonly Scope[];
  readonly error?: string;
}

const scopeBox = (scope: Scope, isTicked: boolean): string =>
  `<label class="scope"><input type="checkbox" name="scope" value="${scope}"${isTicked ? ' checked' : ''}><span>${escapeHtml(SCOPES[scope])} <code>${scope}</code></span></label>`;

/** Asks a person whether a program may act for them, and in what. */
export function renderConsentPage(question: ConsentQuestion): string {
  const { uid, clientName, redirectUri, account, requested, ticked, error } = question;
  const name = escapeHtml(clientName);
  const where = isOnOwnMachine(redirectUri)
    ? `Your answer goes to <strong>${escapeHtml(describeRedirect(redirectUri))}</strong>. Go on only if you started it yourself just now.`
    : `Your answer goes to <strong>${escapeHtml(describeRedirect(redirectUri))}</strong>. Go on only if you know it.`;
  return renderPersonPage(
    'Allow access',
    `<h1>Let “${name}” use your account?</h1>
<p>${where} The name is what the program calls itself.</p>
<form method="post" action="${OAUTH_PATHS.consent}/${escapeHtml(encodeURIComponent(uid))}">
<input type="hidden" name="account" value="${escapeHtml(account.id)}">
<fieldset>
<legend>It may</legend>
${requested.map(scope => scopeBox(scope, ticked.includes(scope))).join('\n')}
</fieldset>
${error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<button name="answer" value="allow">Allow</button>
<button class="quiet" name="answer" value="deny">Deny</button>
<p>You are signed in as <strong>${escapeHtml(account.email)}</strong>.</p>
<button class="quiet" name="answer" value="switch">Use another account</button>
</form>`,
  );
}

/** When there is nothing to be asked: the request is over, or began in another browser. */
export const renderNoRequestPage = (): string =>
  renderPersonPage(
    'Start again',
    `<h1>Start again in the program</h1>
<p>This request for access has ended, or began in another browser. Go back to the program that sent you here, and connect it once more.</p>`,
  );
