import type { IncomingMessage, ServerResponse } from 'node:http';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../adapters/s3/client.ts';
import { parseAssetPath } from '../../core/assets/asset-url.ts';
import { fileTooLarge } from '../../core/assets/file-size.ts';
import {
  decodeTicket,
  MAX_BODY_BYTES,
  type ProcessUpload,
  REFUSAL,
  REFUSAL_HEADER,
  STAGED_HEADER,
  stagingKey,
  TICKET,
} from '../../lambdas/assets/upload-protocol.ts';
import { uploadRouteKeys } from '../../lambdas/assets/upload-routes.ts';
import type { functions } from '../../lambdas/functions.ts';
import { answerUpload, type OriginResponse } from '../../lambdas/upload-answer/answer-upload.ts';
import { BUCKET, STAGING_BUCKET } from '../stand-ins/s3.ts';
import { REGION } from '../stand-ins/stand-in.ts';
import { errorAnswer, respond } from './answer.ts';
import { callFunction } from './invoke.ts';
import { readBody } from './read-body.ts';
import { toAuthorizerEvent } from './rest-event.ts';
import type { Detour, HttpServerOptions } from './server.ts';
import { sourceIp } from './source-ip.ts';
import { createUploadedFiles } from './uploaded-files.ts';

interface UploadsOptions {
  readonly authorizer: ReturnType<(typeof functions)['upload-authorizer']['createHandler']>;
  readonly processor: ReturnType<(typeof functions)['assets']['createHandler']>;
  readonly s3Endpoint: string;
  readonly trustProxy: boolean;
  readonly onFailure: (cause: unknown, requestId: string) => void;
}

/** A header in the form CloudFront passes to a function. */
const header = (name: string, value: string) => ({ [name]: [{ key: name, value }] });

const originResponse = (status: string, headers: OriginResponse['headers']): OriginResponse => ({
  status,
  statusDescription: '',
  headers,
});

function send(response: ServerResponse, { status, headers, body = '' }: OriginResponse): void {
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.map(({ value }) => value)]),
  );
  respond(response, Number(status), { ...flat, 'content-length': Buffer.byteLength(body) }, body);
}

/** API Gateway's response to a body over its limit. */
function tooLarge(requestId: string, ticket: string): OriginResponse {
  const { headers, body } = errorAnswer(fileTooLarge(), requestId);
  const all = { ...decodeTicket(ticket).headers, ...headers };
  const entries = Object.entries(all).map(([key, value]) => [key, [{ key, value: String(value) }]]);
  return { ...originResponse('413', Object.fromEntries(entries)), body: body.toString() };
}

/**
 * Handles uploads in the same stages as the stack (ADR 10), each within its limits: the authorizer, then the body of up
 * to 10 MB to the S3 stand-in, the processor, and the function at CloudFront that puts the response together. It also
 * serves the uploaded files.
 */
export function createUploads({
  authorizer,
  processor,
  s3Endpoint,
  trustProxy,
  onFailure,
}: UploadsOptions): HttpServerOptions['uploads'] {
  const s3 = createS3Client({ region: REGION, endpoint: s3Endpoint });
  const serve = createUploadedFiles(s3, BUCKET);

  /** API Gateway's response to an authorized request. */
  async function stage(request: IncomingMessage, requestId: string, ticket: string): Promise<OriginResponse> {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) return tooLarge(requestId, ticket);
    await s3.send(
      new PutObjectCommand({
        Bucket: STAGING_BUCKET,
        Key: stagingKey(requestId),
        Body: body,
        Metadata: { [TICKET]: ticket },
      }),
    );
    return originResponse('200', header(STAGED_HEADER, requestId));
  }

  async function answer(request: IncomingMessage, requestId: string, path: string): Promise<OriginResponse> {
    const event = toAuthorizerEvent({
      request,
      requestId,
      resource: path,
      path,
      address: sourceIp(request, trustProxy),
    });
    const { context } = await callFunction('upload-authorizer', authorizer, event, { requestId });
    const ticket = context?.[TICKET];
    const answered =
      typeof ticket === 'string'
        ? await stage(request, requestId, ticket)
        : originResponse('403', header(REFUSAL_HEADER, String(context?.[REFUSAL])));
    const call = (payload: unknown) =>
      callFunction('assets', processor, payload as ProcessUpload, { requestId });
    return answerUpload(answered, call, onFailure);
  }

  const take =
    (path: string): Detour =>
    async (request, response, requestId) => {
      const answered = await answer(request, requestId, path);
      send(response, answered);
    };

  const routes = new Map(uploadRouteKeys.map(key => [key, take(key.split(' ')[1] ?? '')]));
  return (method, path) => {
    const route = routes.get(`${method} ${path}`);
    if (route) return route;
    const name = method === 'GET' || method === 'HEAD' ? parseAssetPath(path) : null;
    return name ? (request, response, requestId) => serve(request, response, name, requestId) : undefined;
  };
}
