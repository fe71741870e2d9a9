import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { listen } from '../http/listen.ts';
import { isOwnRequest, NOT_OURS } from '../stand-in-guard.ts';
import { type StandInSessions, StripeRefusal } from './sessions.ts';

const MAX_BODY_BYTES = 65_536;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly replayed?: boolean;
}

const refuse = (refusal: StripeRefusal): Answer => ({
  status: refusal.status,
  body: { error: refusal.error },
});

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Starts what there is here of Stripe's API: pages to pay are made and looked up. It refuses as Stripe does: another key,
 * what is missing or no amount, what is not there, and an idempotency key that comes again with another request.
 */
export async function startStripeApi(sessions: StandInSessions, secretKey: string) {
  const answered = new Map<string, { readonly body: string; readonly answer: Answer }>();

  function create(body: string, idempotencyKey: string | undefined): Answer {
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    if (before) {
      if (before.body === body) return { ...before.answer, replayed: true };
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
      });
    }
    // Stripe keeps the answer as it was then, whatever becomes of the page.
    const answer = { status: 200, body: { ...sessions.create(new URLSearchParams(body)) } };
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { body, answer });
    return answer;
  }

  function route(request: IncomingMessage, body: string): Answer {
    if (!equal(request.headers.authorization ?? '', `Bearer ${secretKey}`)) {
      throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    if (request.method === 'POST' && path === '/v1/checkout/sessions') {
      return create(body, request.headers['idempotency-key'] as string | undefined);
    }
    const id = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1];
    if (request.method === 'GET' && id !== undefined) {
      const session = sessions.find(id);
      if (session) return { status: 200, body: sessions.show(session) };
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such checkout.session: '${id}'`,
        param: 'session',
      });
    }
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${path}).`,
    });
  }

  return listen('127.0.0.1', 0, async (request, response) => {
    if (!isOwnRequest(request.headers)) {
      response.writeHead(NOT_OURS).end();
      return;
    }
    const body = await readText(request).catch(() => '');
    let answer: Answer;
    try {
      answer = route(request, body);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      answer = refuse(error);
    }
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': 'req_stand_in',
      ...(answer.replayed && { 'idempotent-replayed': 'true' }),
    });
    response.end(JSON.stringify(answer.body));
  });
}
