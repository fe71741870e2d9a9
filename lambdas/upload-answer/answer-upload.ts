import type { CloudFrontHeaders, CloudFrontResultResponse } from 'aws-lambda';
import type { Invoke } from '../../adapters/lambda/invoker.ts';
import { toApiError } from '../../core/kernel/errors.ts';
import {
  decodeRefusal,
  type HttpAnswer,
  type ProcessUpload,
  parseAnswer,
  REFUSAL_HEADER,
  STAGED_HEADER,
  stagingKey,
  UNSTAGED_HEADER,
} from '../assets/upload-protocol.ts';
import { json } from '../middleware/api-request.ts';
import { API_HEADERS } from '../middleware/response-headers.ts';

/** The origin's response in CloudFront's format. */
export type OriginResponse = CloudFrontResultResponse & { headers: CloudFrontHeaders };

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
};

const toHeaders = (headers: HttpAnswer['headers']): CloudFrontHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [{ key: name, value }]]),
  );

/** Replaces the origin's response; CloudFront sets the length. */
const toResponse = ({ statusCode, headers, body }: HttpAnswer): OriginResponse => ({
  status: String(statusCode),
  statusDescription: REASONS[statusCode] ?? 'Internal Server Error',
  headers: toHeaders(headers),
  body,
  bodyEncoding: 'text',
});

function failure(cause: unknown, requestId: string): HttpAnswer {
  const error = toApiError(cause);
  const { statusCode = 500, headers, body = '' } = json(500, error.toBody(requestId));
  return { statusCode, headers: { ...API_HEADERS, ...headers, 'x-request-id': requestId }, body };
}

/** API Gateway's own response with the API's headers. */
const toOwnAnswer = (response: OriginResponse): OriginResponse => ({
  ...response,
  headers: { ...toHeaders(API_HEADERS), ...response.headers },
});

/**
 * Turns API Gateway's response into the operation's: a refusal stays, a staged body goes to the processor.
 * Anything else (another method, a body too large) is API Gateway's own response.
 * @param process - calls the processor
 * @param onFailure - called if a body could not be staged or the processor could not be called
 */
export async function answerUpload(
  response: OriginResponse,
  process: Invoke,
  onFailure: (error: unknown, requestId: string) => void,
): Promise<OriginResponse> {
  const header = (name: string): string | undefined => response.headers[name]?.[0]?.value;
  const fail = (error: unknown, requestId: string): OriginResponse => {
    onFailure(error, requestId);
    return toResponse(failure(error, requestId));
  };

  const refusal = header(REFUSAL_HEADER);
  if (refusal) return toResponse(decodeRefusal(refusal));
  const unstaged = header(UNSTAGED_HEADER);
  if (unstaged) return fail(new Error('API Gateway could not stage the body'), unstaged);
  const staged = header(STAGED_HEADER);
  if (!staged) return toOwnAnswer(response);
  const request: ProcessUpload = { key: stagingKey(staged) };
  try {
    return toResponse(parseAnswer(await process(request)));
  } catch (error) {
    return fail(error, staged);
  }
}
