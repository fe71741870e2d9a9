import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  answerOnce,
  checkKey,
  type IdempotentRequest,
  refusalOf,
} from '../../core/idempotency/answer-once.ts';
import type { IdempotencyStore } from '../../core/idempotency/idempotency-store.ts';
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
  store: IdempotencyStore,
  request: IdempotentRequest,
  requestId: string,
  answer: (creationId: string) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { answer: response, isReplayed } = await answerOnce(store, request, async creationId => {
    try {
      return await answer(creationId);
    } catch (thrown) {
      const error = refusalOf(thrown);
      return json(error.status, error.toBody(requestId), error.headers);
    }
  });
  return isReplayed
    ? { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } }
    : response;
}

/** Answers a POST with an `Idempotency-Key` once (beyond 9), and other requests each time. */
export async function answerIdempotently(
  store: IdempotencyStore,
  event: APIGatewayProxyEventV2,
  state: ApiState,
  answer: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { operation, caller, requestId } = state;
  if (!caller || operation?.method !== 'POST') return answer();
  const key = idempotencyKey(event);
  if (key === undefined) return answer();
  const content = [event.rawPath, event.body ?? ''];
  const request = { accountId: caller.account.id, operation: operation.name, key, content };
  return answerKeyed(store, request, requestId, creationId => {
    state.creationId = creationId;
    return answer();
  });
}
