import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestStop } from '../../core/email/stop-link.ts';
import {
  renderKeptPage,
  renderLeavePage,
  renderLeftPage,
  renderNoStopPage,
  renderOldLinkPage,
  renderStopFailedPage,
  renderStopLaterPage,
  renderStopPage,
  renderStoppedPage,
  type StopPage,
} from '../../core/email/stop-pages.ts';
import type { StopStore, StopSubject } from '../../core/email/stop-store.ts';
import { eraseSignup } from '../../core/entries/erase-signup.ts';
import type { ErasureStore } from '../../core/entries/erasure-store.ts';
import { readLinkToken } from '../../core/identity/link-token.ts';
import { allKeys, type DigestKey } from '../../core/kernel/digest-key.ts';
import { isPlanId, PLANS } from '../../core/kernel/plans.ts';
import { pageUrl, type Site } from '../../core/kernel/site.ts';
import { inLanguage, type Reading } from '../../core/languages/in-language.ts';
import { chooseLanguage, dependsOnBrowser } from '../../core/languages/negotiate.ts';
import {
  PERSON_PAGE_HEADERS,
  type PersonPageBrand,
  personPageHeaders,
} from '../../core/markup/person-page.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import { toDesign } from '../../core/page-code/design.ts';
import { errorIn } from '../../core/pages/translate-error.ts';
import { isForm, readFields } from '../http/form.ts';
import { languageOf, varyHeader, wishOf } from '../http/wish.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import type { ErrorPage } from '../middleware/page-errors.ts';

interface StopMailOptions {
  readonly site: Site;
  readonly stops: StopStore;
  readonly erasures: ErasureStore;
  readonly worker: WakeUp;
  readonly digestKey: () => Promise<DigestKey>;
}

// The address contains the token.
const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const;

export const STOP_ERROR_PAGE: ErrorPage = {
  headers: { ...PERSON_PAGE_HEADERS, ...NO_REFERRER },
  render(error, requestId, event) {
    const language = languageOf(event);
    return renderStopFailedPage(errorIn(language, error, requestId).error, language);
  },
};

const page = (statusCode: number, body: string, headers: Record<string, string> = {}): ApiResponse => ({
  statusCode,
  headers: { ...NO_REFERRER, ...headers },
  body,
});

/** In the look of the waitlist. */
const show = (
  statusCode: number,
  render: (shown: StopPage) => string,
  shown: StopPage,
  headers: Record<string, string> = {},
): ApiResponse =>
  page(statusCode, render(shown), { ...personPageHeaders(shown.brand), ...NO_REFERRER, ...headers });

/** The choice that a form adds to stopping. One-click requests, and bodies that are no form, add none. */
async function leaveField(event: APIGatewayProxyEventV2): Promise<string | null> {
  if (!isForm(event)) return null;
  const fields = await readFields(event).then(Object.fromEntries, () => null);
  return fields?.leave ?? null;
}

/** Whom a link is for. One made with a key that leaked only stops email: anyone may have made it. */
function readStopToken(key: DigestKey, token: string): { entryId: string; mayLeave: boolean } | null {
  for (const [age, each] of allKeys(key).entries()) {
    const entryId = readLinkToken(each, 'stop', token);
    if (entryId !== null) return { entryId, mayLeave: age === 0 };
  }
  return null;
}

/**
 * The link in emails that stops those of a waitlist (`/u/{token}`). Whoever has the link may use it: there is no cookie, and
 * mail services post to it from elsewhere (RFC 8058).
 */
export function createStopMail({ site, stops, erasures, worker, digestKey }: StopMailOptions) {
  function brandOf(
    { waitlistName, slug, domain, plan, design }: StopSubject,
    reading: Reading,
  ): PersonPageBrand {
    const { logoUrl, brandColor } = toDesign(design);
    const whiteLabel = isPlanId(plan) && PLANS[plan].capabilities.whiteLabel;
    const url = inLanguage(pageUrl(site, slug, domain), reading);
    return { name: waitlistName, url, logoUrl, brandColor, whiteLabel };
  }

  async function act(
    event: APIGatewayProxyEventV2,
    subject: StopSubject,
    shown: StopPage,
  ): Promise<ApiResponse> {
    const { mayLeave } = shown;
    const leave = await leaveField(event);
    if (leave !== null && !mayLeave) return show(403, renderOldLinkPage, shown);
    switch (leave) {
      case 'ask':
        return show(200, renderLeavePage, shown);
      case 'yes': {
        const left = await eraseSignup({ erasures, worker }, subject);
        return left ? show(200, renderLeftPage, shown) : page(404, renderNoStopPage(shown.language));
      }
      default: {
        const { waitlistId, mailbox } = subject;
        await stops.stop(waitlistId, digestStop(await digestKey(), waitlistId, mailbox));
        return show(200, renderStoppedPage, shown);
      }
    }
  }

  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const { method } = event.requestContext.http;
    const language = languageOf(event);
    const link = readStopToken(await digestKey(), event.pathParameters?.token ?? '');
    if (!link) return page(404, renderNoStopPage(language), varyHeader(true));
    const { entryId, mayLeave } = link;
    const wait = await stops.admit(entryId);
    if (wait > 0) return page(429, renderStopLaterPage(wait, language), { 'retry-after': String(wait) });
    const subject = await stops.find(entryId);
    if (!subject) return page(404, renderNoStopPage(language), varyHeader(true));
    const { languages } = subject;
    const wish = wishOf(event);
    const reading = { languages, language: chooseLanguage(languages, wish) };
    const brand = brandOf(subject, reading);
    const action = inLanguage(event.rawPath, reading);
    const shown: StopPage = {
      language: reading.language,
      brand,
      action,
      mayLeave: mayLeave && !subject.isPending,
    };
    if (method === 'POST') return act(event, subject, shown);
    const vary = varyHeader(dependsOnBrowser(languages, wish));
    const leave = event.queryStringParameters?.leave;
    if (leave === 'no') return show(200, renderKeptPage, shown, vary);
    if (leave === 'ask')
      return shown.mayLeave
        ? show(200, renderLeavePage, shown, vary)
        : show(403, renderOldLinkPage, shown, vary);
    return show(200, renderStopPage, shown, vary);
  };
}
