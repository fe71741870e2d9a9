import { timingSafeEqual } from 'node:crypto';
import {
  jsonAnswer,
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  startStandIn,
} from '../stand-in.ts';
import { type StandInSessions, StripeRefusal } from './sessions.ts';

const SESSIONS = '/v1/checkout/sessions';

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const invalid = (status: number, message: string, more: Record<string, string> = {}): StripeRefusal =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });

/**
 * Starts the part of Stripe's API that the service uses: creating and reading checkout sessions. It rejects what Stripe
 * rejects: a wrong key, missing or wrong parameters, and an idempotency key reused for another request.
 */
export async function startStripeApi(sessions: StandInSessions, secretKey: string): Promise<StandIn> {
  const answered = new Map<string, { readonly body: string; readonly answer: object }>();

  function create(body: string, idempotencyKey: string | undefined): StandInAnswer {
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    if (before && before.body !== body) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    }
    if (before) return jsonAnswer(before.answer, 200, { 'idempotent-replayed': 'true' });
    // Stripe replays the first response, even if the session has changed since.
    const answer = { ...sessions.create(new URLSearchParams(body)) };
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { body, answer });
    return jsonAnswer(answer);
  }

  function route({ method, path, headers, body }: StandInRequest): StandInAnswer {
    if (!equal(headers.authorization ?? '', `Bearer ${secretKey}`)) {
      throw invalid(401, 'Invalid API Key provided');
    }
    if (method === 'POST' && path === SESSIONS) {
      return create(body.toString(), headers['idempotency-key'] as string | undefined);
    }
    if (method === 'GET' && path.startsWith(`${SESSIONS}/`)) {
      const id = path.slice(SESSIONS.length + 1);
      const session = sessions.find(id);
      if (session) return jsonAnswer(sessions.show(session));
      throw invalid(404, `No such checkout.session: '${id}'`, { code: 'resource_missing', param: 'session' });
    }
    throw invalid(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  return startStandIn(request => {
    try {
      return route(request);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return jsonAnswer({ error: error.error }, error.status);
    }
  });
}
