import * as z from 'zod';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { API_VERSION, SERVICE_NAME } from './identity.ts';
import { hasBody, type Operation, pathParameters, type Upload } from './operation.ts';
import { SCOPES } from './scopes.ts';
import type { Site } from './site.ts';

type Json = Record<string, unknown>;

const SPEC_SECTION_7 = z.object({
  error: z.string().meta({ description: 'What went wrong, for a person' }),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).optional(),
  resolution: z.string().optional().meta({ description: 'What to do about it' }),
  requiredScope: z.string().optional(),
  grantedScopes: z.array(z.string()).optional(),
  upgradeUrl: z.url().optional(),
  priceUsd: z.number().optional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});

/** Descriptions of error statuses (specification section 7). */
const ERROR_RESPONSES: Record<number, string> = {
  400: 'Validation failed; details names the fields',
  401: 'Missing, malformed, or revoked key',
  402: 'Payment (licensing) required',
  403: 'The key lacks the required scope',
  404: 'No such resource, or it belongs to another account',
  410: 'The invitation has expired or was withdrawn',
  413: 'The request is too large',
  422: 'An external system rejected the request, or a limit is reached; error explains which',
  429: 'Rate limit exceeded; Retry-After says when to try again',
  500: 'Unexpected server error',
  503: 'A required system is unavailable; Retry-After says when to try again',
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const content = (schema: Json): Json => ({ 'application/json': { schema } });

/** The multipart alternative to a JSON body. */
const formContent = ({ part, mediaTypes }: Upload): Json => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { [part]: { type: 'string', format: 'binary' } },
      required: [part],
    },
    encoding: { [part]: { contentType: mediaTypes.join(', ') } },
  },
});

function errorStatuses(operation: Operation): number[] {
  const statuses = [500, 503];
  if (Object.keys(operation.input.shape).some(member => !pathParameters(operation.path).includes(member)))
    statuses.push(400);
  if (hasBody(operation.method)) statuses.push(413);
  if (operation.scope !== null) statuses.push(401, 403, 429);
  if (operation.path.includes('{')) statuses.push(404);
  for (const code of operation.errors ?? []) statuses.push(ERROR_STATUS[code]);
  return [...new Set(statuses)].sort((a, b) => a - b);
}

function describeOperation(operation: Operation): Json {
  const { properties = {}, required = [] } = jsonSchema(operation.input, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = pathParameters(operation.path);
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const needed = (name: string) => required.includes(name);
  const answer = content(jsonSchema(operation.output, 'output'));
  const parameter =
    (where: 'path' | 'query') =>
    ([name, schema]: [string, Json]) => ({
      name,
      in: where,
      required: where === 'path' || needed(name),
      schema,
    });

  return {
    operationId: operation.name,
    tags: [operation.group],
    summary: operation.summary,
    description:
      operation.scope === null
        ? operation.description
        : `${operation.description}\n\nScope: \`${operation.scope}\``,
    parameters: [
      ...inPath.map(name => parameter('path')([name, properties[name] ?? {}])),
      ...(hasBody(operation.method) ? [] : others.map(parameter('query'))),
    ],
    ...(hasBody(operation.method) && {
      requestBody: {
        required: true,
        content: {
          ...(operation.upload && formContent(operation.upload)),
          ...content({
            type: 'object',
            properties: Object.fromEntries(others),
            required: others.map(([name]) => name).filter(needed),
          }),
        },
      },
    }),
    security: operation.scope === null ? [] : [{ bearer: [] }, { apiKey: [] }],
    responses: {
      ...(operation.hasDryRun && { 200: { description: 'What would happen', content: answer } }),
      [operation.status]: { description: 'Success', content: answer },
      ...Object.fromEntries(
        errorStatuses(operation).map(status => [
          status,
          { description: ERROR_RESPONSES[status], content: content({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  };
}

export type OpenApiDocument = Json & { openapi: string };

/**
 * Describes operations in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the published schemas are the
 * ones that validate requests.
 */
export function describeOpenApi(operations: readonly Operation[], site: Site): OpenApiDocument {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${SERVICE_NAME} API`,
      version: API_VERSION,
      description: 'Waitlists: hosted signup pages, exact places in the queue, and referrals.',
    },
    servers: [{ url: site.baseUrl }],
    tags: [...new Set(operations.map(operation => operation.group))].map(name => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchema(SPEC_SECTION_7, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key. Scopes: ${Object.entries(SCOPES)
            .map(([scope, grants]) => `\`${scope}\` (${grants})`)
            .join('; ')}`,
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  };
}
