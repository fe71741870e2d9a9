import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createStaging } from '../../adapters/s3/staging.ts';
import { storeAsset, type UploadedFile } from '../../core/assets/store-asset.ts';
import { fileOfInput, uploadAsset } from '../../core/assets/upload-asset.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import { unknownMembers } from '../../core/kernel/unknown-members.ts';
import { parseInput } from '../../core/kernel/validation.ts';
import { addImages, database, digestKey, runtime, site, staging } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { answerKeyed } from '../middleware/idempotency.ts';
import { isJson, parseJsonObject } from '../middleware/json-body.ts';
import { requestContext } from '../middleware/request-context.ts';
import { API_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createIdempotency } from '../services/idempotency.ts';
import { createLogger } from '../services/logger.ts';
import { readForm } from './read-form.ts';
import { assetServices } from './services.ts';
import {
  decodeTicket,
  type HttpAnswer,
  type ProcessUpload,
  parseAnswer,
  TICKET,
  type Ticket,
} from './upload-protocol.ts';
import { uploadRouteKeys } from './upload-routes.ts';

/**
 * Reads the file of a request, from a form or JSON.
 * @throws {ApiError} if it is neither, does not parse, or has no file
 */
async function readUpload(contentType: string | null, body: Buffer): Promise<UploadedFile> {
  if (/^multipart\/form-data\s*(;|$)/i.test(contentType ?? '')) return readForm(contentType ?? '', body);
  if (!isJson(contentType ?? '')) {
    throw new ApiError('unsupported_media_type', 'The body must be a form with a file, or JSON', {
      resolution:
        'Send multipart/form-data with one part named file, or the header "Content-Type: application/json" and {"data", "contentType"}.',
    });
  }
  const sent = parseJsonObject(body);
  return fileOfInput(parseInput(uploadAsset.input, sent, unknownMembers(uploadAsset, sent)));
}

/** The event for the middleware, from the authorizer's ticket. */
const eventOf = ({ requestId }: Ticket): APIGatewayProxyEventV2 =>
  ({
    routeKey: uploadRouteKeys[0],
    headers: {},
    requestContext: { requestId },
  }) as unknown as APIGatewayProxyEventV2;

export const needs = [runtime, database, site, addImages, staging, digestKey] as const;

/** Processes a staged body and returns the response. The staged body is removed whatever the result. */
export function createHandler(
  environment: Environment,
): (event: ProcessUpload, context: Context) => Promise<HttpAnswer> {
  const settings = readSettings(needs, environment);
  const logger = createLogger('assets', settings);
  const site = { baseUrl: settings.BASE_URL };
  const staging = createStaging({
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_S3,
    bucket: settings.STAGING_BUCKET,
  });
  const pool = connectDatabase(settings);
  const services = assetServices(pool, settings);
  const idempotency = createIdempotency(pool, settings);

  async function process({ key: staged }: ProcessUpload, context: Context): Promise<ApiResponse> {
    const { bytes, metadata } = await staging.read(staged);
    const ticket = decodeTicket(metadata[TICKET] ?? '');
    const { account, contentType, requestId, idempotencyKey: key } = ticket;
    const store = async () => {
      const reading = readUpload(contentType, bytes);
      const answer = async () => json(200, await storeAsset(services, site, account, await reading));
      if (key === undefined) return answer();
      // The file, because each form has another boundary.
      const content = await reading.then(
        file => [JSON.stringify(file.declaredTypes), file.bytes],
        () => [contentType ?? '', bytes],
      );
      return answerKeyed(
        idempotency,
        { accountId: account.id, operation: uploadAsset.name, key, content },
        requestId,
        async () => ({ answer: await answer(), isPersonal: false }),
      );
    };
    const chain = createHttpChain(
      [requestContext(logger), responseHeaders({ ...API_HEADERS, ...ticket.headers }), errors(logger)],
      store,
    );
    return (await chain(eventOf(ticket), context)) as ApiResponse;
  }

  return async (event, context) => {
    try {
      return parseAnswer(await process(event, context));
    } finally {
      // The bucket's lifecycle rule removes leftovers within a day or two.
      await staging.remove(event.key).catch((error: unknown) => {
        logger.warn('a staged body was not removed', { cause: { ...describeFailure(error) } });
      });
    }
  };
}
