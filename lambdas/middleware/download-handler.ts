import { Readable, type Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { DownloadedFile } from '../../core/kernel/operation.ts';
import { type StreamingRuntime, sendAnswer } from '../http/streaming.ts';
import { type ApiHandlerOptions, apiMiddleware, callOperation } from './api-handler.ts';
import { type ApiContext, header } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';
import { createHttpChain } from './http-chain.ts';
import { createSessionReader } from './session-reader.ts';

/** The response may take minutes, but not its first byte. */
const FIRST_BYTE_MS = 29_000;

const takesGzip = (event: APIGatewayProxyEventV2): boolean =>
  /(^|,)\s*gzip\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/i.test(header(event, 'accept-encoding') ?? '');

/**
 * Compresses the parts. Lambda limits size and speed of responses, and nothing downstream compresses a
 * response without a length.
 */
function compress(parts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const source = Readable.from(parts);
  const gzip = createGzip({ level: 5 });
  source.on('error', error => gzip.destroy(error));
  // Closing the output closes the source.
  gzip.on('close', () => source.destroy());
  return source.pipe(gzip);
}

/**
 * Creates the handler of operations that stream files (ADR 24). Authentication, rate limit, input, and
 * errors before the first part work as for any operation.
 */
export function createDownloadHandler<Services>(
  runtime: StreamingRuntime,
  options: ApiHandlerOptions<Services>,
): (event: APIGatewayProxyEventV2, stream: Writable, context: Context) => Promise<void> {
  const { site, logger } = options;
  const chain = createHttpChain(apiMiddleware(options, createSessionReader(site)), async (event, context) => {
    const { operation } = context.state;
    if (!operation?.download) throw new Error('The operation does not return a file');
    const { output } = await callOperation(options, event, context);
    const { fileName, parts } = output as DownloadedFile;
    context.state.parts = parts;
    const { mediaType } = operation.download;
    return {
      statusCode: operation.status,
      headers: {
        'content-type': mediaType,
        'content-disposition': `attachment; filename="${fileName}"`,
        vary: 'accept-encoding',
        ...(takesGzip(event) && { 'content-encoding': 'gzip' }),
      },
    };
  });

  return async (event, stream, lambdaContext) => {
    const startedAt = performance.now();
    const remaining = lambdaContext.getRemainingTimeInMillis;
    const context = {
      ...lambdaContext,
      getRemainingTimeInMillis: () => Math.min(FIRST_BYTE_MS, remaining()),
    } as ApiContext;
    const { statusCode = 500, headers, body = '' } = await chain(event, context);
    const head = { statusCode, headers: headers as Record<string, string> };
    const { parts, requestId } = context.state;
    // Errors have their own body, and leave the parts unread.
    if (statusCode !== 200 || !parts) {
      await sendAnswer(runtime, { ...head, body }, stream, lambdaContext);
      return;
    }
    if (event.routeKey.startsWith('HEAD ')) {
      await sendAnswer(runtime, { ...head, body: '' }, stream, lambdaContext);
      return;
    }
    const encoded = head.headers['content-encoding'] ? compress(parts) : parts;
    const done = () => ({ requestId, ms: Math.round(performance.now() - startedAt) });
    try {
      await sendAnswer(runtime, { ...head, body: encoded }, stream, lambdaContext);
      logger.info('download sent', done());
    } catch (error) {
      logger.error('download interrupted', { ...done(), cause: describeFailure(error) });
      throw error;
    }
  };
}
