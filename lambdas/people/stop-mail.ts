import type { KeyObject } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestStop } from '../../core/email/stop-link.ts';
import type { StopStore, StopSubject } from '../../core/email/stop-store.ts';
import { eraseSignup } from '../../core/entries/erase-signup.ts';
import type { ErasureStore } from '../../core/entries/erasure-store.ts';
import { PERSON_PAGE_HEADERS } from '../../core/html/person-page.ts';
import {
  renderLeavePage,
  renderLeftPage,
  renderNoStopPage,
  renderStopFailedPage,
  renderStopLaterPage,
  renderStopPage,
  renderStoppedPage,
} from '../../core/html/stop-pages.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import { readLinkToken } from '../../core/signups/link-token.ts';
import { type ApiResponse, header } from '../middleware/api-request.ts';
import type { ErrorPage } from '../middleware/page-errors.ts';

interface StopMailOptions {
  readonly stops: StopStore;
  readonly erasures: ErasureStore;
  readonly worker: WakeUp;
  readonly digestKey: () => Promise<KeyObject>;
}

// The address contains the token.
const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const;

export const STOP_ERROR_PAGE: ErrorPage = {
  headers: { ...PERSON_PAGE_HEADERS, ...NO_REFERRER },
  render: ({ message }) => renderStopFailedPage(message),
};

const page = (statusCode: number, body: string, headers: Record<string, string> = {}): ApiResponse => ({
  statusCode,
  headers: { ...NO_REFERRER, ...headers },
  body,
});

/** What a form asks for besides stopping. One-click requests, and bodies that are no form, ask for nothing else. */
async function leaveField(event: APIGatewayProxyEventV2): Promise<string | null> {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const headers = { 'content-type': header(event, 'content-type') ?? '' };
  const form = await new Response(body, { headers }).formData().catch(() => null);
  const value = form?.get('leave');
  return typeof value === 'string' ? value : null;
}

/**
 * The link in emails that stops those of a waitlist (`/u/{token}`). Whoever has the link may use it: there is no cookie, and
 * mail services post to it from elsewhere (RFC 8058).
 */
export function createStopMail({ stops, erasures, worker, digestKey }: StopMailOptions) {
  async function act(event: APIGatewayProxyEventV2, subject: StopSubject): Promise<ApiResponse> {
    const shown = { waitlistName: subject.waitlistName, action: event.rawPath };
    switch (await leaveField(event)) {
      case 'ask':
        return page(200, renderLeavePage(shown));
      case 'yes': {
        const left = await eraseSignup({ erasures, worker }, subject);
        return left ? page(200, renderLeftPage(shown)) : page(404, renderNoStopPage());
      }
      default: {
        const { waitlistId, mailbox } = subject;
        await stops.stop(waitlistId, digestStop(await digestKey(), waitlistId, mailbox));
        return page(200, renderStoppedPage(shown));
      }
    }
  }

  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const { method } = event.requestContext.http;
    const entryId = readLinkToken(await digestKey(), 'stop', event.pathParameters?.token ?? '');
    if (entryId === null) return page(404, renderNoStopPage());
    const wait = await stops.admit(entryId);
    if (wait > 0) return page(429, renderStopLaterPage(wait), { 'retry-after': String(wait) });
    const subject = await stops.find(entryId);
    if (!subject) return page(404, renderNoStopPage());
    if (method === 'POST') return act(event, subject);
    const shown = { waitlistName: subject.waitlistName, action: event.rawPath };
    const leaves = event.queryStringParameters?.leave === 'ask';
    return page(200, leaves ? renderLeavePage(shown) : renderStopPage(shown));
  };
}
