import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  answerOnce,
  checkKey,
  type IdempotentRequest,
  type Ran,
  type Running,
  refusalOf,
} from '../../core/idempotency/answer-once.ts';
import type { Idempotency } from '../../core/idempotency/idempotency-store.ts';
import { type ApiResponse, type ApiState, header, json } from './api-request.ts';

/**
 * The `Idempotency-Key` of a request; undefined without one.
 * @throws {ValidationError} if it is empty or too long
 */
export function idempotencyKey(event: APIGatewayProxyEventV2): string | undefined {
  const key = header(event, 'idempotency-key');
  if (key !== undefined) checkKey('Idempotency-Key', key);
  return key;
}

/** Answers a request once. Refusals are kept like other answers; failures that may pass are not. */
export async function answerKeyed(
  idempotency: Idempotency,
  request: IdempotentRequest,
  requestId: string,
  run: (running: Running) => Promise<Ran<ApiResponse>>,
): Promise<ApiResponse> {
  const { answer: response, isReplayed } = await answerOnce(idempotency, request, async running => {
    try {
      return await run(running);
    } catch (thrown) {
      const error = refusalOf(thrown);
      return { answer: json(error.status, error.toBody(requestId), error.headers), isPersonal: false };
    }
  });
  return isReplayed
    ? { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } }
    : response;
}

/** Answers a POST with an `Idempotency-Key` once (beyond 9), and other requests each time. */
export async function answerIdempotently(
  idempotency: Idempotency | undefined,
  event: APIGatewayProxyEventV2,
  state: ApiState,
  run: () => Promise<Ran<ApiResponse>>,
): Promise<ApiResponse> {
  const { operation, caller, requestId } = state;
  const key = idempotency && caller && operation?.method === 'POST' ? idempotencyKey(event) : undefined;
  if (!idempotency || !caller || !operation || key === undefined) return (await run()).answer;
  const content = [event.rawPath, event.body ?? ''];
  const request = { accountId: caller.account.id, operation: operation.name, key, content };
  return answerKeyed(idempotency, request, requestId, running => {
    Object.assign(state, running);
    return run();
  });
}
