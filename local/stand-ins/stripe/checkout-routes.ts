import type { ServerResponse } from 'node:http';
import { PERSON_PAGE_HEADERS } from '../../../core/markup/person-page.ts';
import { readBody } from '../../http/read-body.ts';
import type { LocalRoute } from '../../http/server.ts';
import {
  renderCheckoutPage,
  renderFailedCheckoutPage,
  renderGoneCheckoutPage,
  renderReceiptPage,
} from './checkout-page.ts';
import { eventsOfPayment, type StandInEvent } from './events.ts';
import type { StandInSessions } from './sessions.ts';

/** Sends an event to the service. @returns whether the service accepted it */
export type DeliverEvent = (event: StandInEvent) => Promise<boolean>;

interface CheckoutRouteOptions {
  readonly sessions: StandInSessions;
  readonly baseUrl: string;
  readonly deliver: DeliverEvent;
}

const PATH = '/_local/checkout';
const MAX_FORM_BYTES = 4_096;

const send = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, PERSON_PAGE_HEADERS).end(html);
};

const goTo = (response: ServerResponse, url: string): void => {
  response.writeHead(303, { location: url, 'content-length': 0 }).end();
};

/** The checkout page, and its form. */
export function checkoutRoutes({
  sessions,
  baseUrl,
  deliver,
}: CheckoutRouteOptions): ReadonlyMap<string, LocalRoute> {
  const { origin } = new URL(baseUrl);

  async function pay(response: ServerResponse, id: string): Promise<void> {
    const session = sessions.pay(id);
    if (!session) return send(response, 404, renderGoneCheckoutPage());
    for (const event of eventsOfPayment(session, `${baseUrl}${PATH}?session=${id}`)) {
      if (!(await deliver(event))) return send(response, 502, renderFailedCheckoutPage());
    }
    goTo(response, session.success_url);
  }

  const showPage: LocalRoute = async (_request, response, query) => {
    const session = sessions.find(query.get('session') ?? '');
    if (session?.status === 'open') return send(response, 200, renderCheckoutPage(session));
    if (session?.status === 'complete') return send(response, 200, renderReceiptPage(session));
    send(response, 404, renderGoneCheckoutPage());
  };

  const takeForm: LocalRoute = async (request, response) => {
    const body = await readBody(request, MAX_FORM_BYTES);
    // Another site does not know the session, and cannot send our origin.
    if (body === undefined || request.headers.origin !== origin) {
      return send(response, 400, renderGoneCheckoutPage());
    }
    const form = new URLSearchParams(body.toString());
    const session = sessions.find(form.get('session') ?? '');
    if (session?.status !== 'open') return send(response, 404, renderGoneCheckoutPage());
    if (form.get('action') === 'pay') return pay(response, session.id);
    goTo(response, session.cancel_url ?? baseUrl);
  };

  return new Map([
    [PATH, showPage],
    [`POST ${PATH}`, takeForm],
  ]);
}
