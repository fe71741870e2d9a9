import { jsonAnswer, type StandIn, type StandInAnswer, startStandIn } from './stand-in.ts';

/** A function that others invoke. Its argument and its result are JSON. */
export type InvokedFunction = (payload: unknown) => Promise<unknown>;

/** Lambda's limit for requests and responses, in bytes. */
const MAX_PAYLOAD = 6 * 1024 * 1024;
const PATH = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;

const refusal = (status: number, type: string, message: string): StandInAnswer =>
  jsonAnswer({ Type: 'User', Message: message }, status, { 'x-amzn-errortype': type });

/** Lambda reports a function's error in a header, with status 200. */
const failure = (errorType: string, errorMessage: string): StandInAnswer =>
  jsonAnswer({ errorType, errorMessage }, 200, { 'x-amz-function-error': 'Unhandled' });

/** Starts the stand-in for Lambda's `Invoke`, for these functions. */
export const startLambda = (functions: Readonly<Record<string, InvokedFunction>>): Promise<StandIn> =>
  startStandIn(async ({ method, path, body }) => {
    const [, name = ''] = PATH.exec(path) ?? [];
    const fn = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (method !== 'POST' || !fn) {
      return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    }
    if (body.length > MAX_PAYLOAD) {
      return refusal(413, 'RequestTooLargeException', 'Request must be smaller than 6291456 bytes');
    }
    try {
      const answer = JSON.stringify((await fn(JSON.parse(body.toString()))) ?? null);
      if (Buffer.byteLength(answer) <= MAX_PAYLOAD) return { body: answer };
      return failure(
        'Function.ResponseSizeTooLarge',
        'Response payload size exceeded maximum allowed payload size',
      );
    } catch (error) {
      return failure('Error', error instanceof Error ? error.message : 'unknown');
    }
  });
