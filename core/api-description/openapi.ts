import * as z from 'zod';
import { KEY_MAX_LENGTH } from '../idempotency/answer-once.ts';
import { dereference } from '../kernel/dereference.ts';
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts';
import { API_VERSION, SERVICE_NAME } from '../kernel/identity.ts';
import { hasBody, type Operation, pathParameters, takesBody, type Upload } from '../kernel/operation.ts';
import { componentNames } from '../kernel/schemas.ts';
import { SCOPES } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { dropSafeRange, exampleOf, type Schema } from './json-schema.ts';
import { content, describeResponses, errorComponents, HEADERS, isKeyed } from './openapi-responses.ts';

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

/** The parts of the API. */
const TAGS: Readonly<Record<string, string>> = {
  account: 'The account of the key, and what this API offers',
  waitlists: 'Waitlists and their pages',
  entries: 'Signups, referrals, and invitations',
  announcements: 'Emails to the people of a list',
  webhooks: 'Events for your own systems',
  'email-templates': 'Emails in your own words',
  assets: 'Images for pages and social previews',
  turnstile: 'Bot protection of a waitlist',
  domains: 'A custom domain for a waitlist',
  database: 'Your own database for the signups of a waitlist',
};

/** Converts schemas. Collects the named ones, and refers to them. */
function createConverter() {
  const schemas: Record<string, Json> = {};
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        dropSafeRange(jsonSchema);
        // Answers may get more members.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        const name = componentNames.get(zodSchema)?.id;
        if (name === undefined) return;
        schemas[name] = { ...jsonSchema };
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      },
    });
    return rest;
  };
  return { schemas, toSchema };
}
type Converter = ReturnType<typeof createConverter>;

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

/** The operations for agents, and those that only programs can call over HTTP. */
const describe = ({ description, scope, upload }: Operation): string =>
  [
    description + (upload ? ` Send multipart/form-data with one part named ${upload.part}, or JSON.` : ''),
    ...(scope === null ? [] : [`Scope: \`${scope}\``]),
  ].join('\n\n');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An example answer that repeats what the example request sent, in members of the same name. */
const echo = (answer: Json, sent: Json): Json =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const given = sent[name];
      if (given === undefined) return [name, isObject(value) ? echo(value, sent) : value];
      return [name, isObject(value) && isObject(given) ? { ...value, ...given } : given];
    }),
  );

function describeOperation(operation: Operation, { schemas, toSchema }: Converter): Json {
  const output = toSchema(operation.output, 'output');
  const { example = {}, exampleAnswer } = operation;
  const general = exampleOf(dereference(output, { components: { schemas } }) as Schema) as Json;
  const answer = { ...echo(general, example), ...exampleAnswer };
  const { properties = {}, required = [] } = toSchema(operation.input, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = pathParameters(operation.path);
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const needed = (name: string) => required.includes(name);
  const parameter =
    (where: 'path' | 'query') =>
    ([name, schema]: [string, Json]) => ({
      name,
      in: where,
      required: where === 'path' || needed(name),
      schema,
      // A member of an object is a parameter `name[member]`.
      ...(where === 'query' && schema.type === 'object' && { style: 'deepObject', explode: true }),
      ...(where === 'query' && name in example && { example: example[name] }),
    });

  return {
    operationId: operation.name,
    tags: [operation.group],
    summary: operation.summary,
    description: describe(operation),
    parameters: [
      ...inPath.map(name => parameter('path')([name, properties[name] ?? {}])),
      ...(hasBody(operation.method) ? [] : others.map(parameter('query'))),
      ...(operation.hasETag && operation.method !== 'GET'
        ? [{ $ref: '#/components/parameters/If-Match' }]
        : []),
      ...(isKeyed(operation) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...(takesBody(operation) && {
      requestBody: {
        required: true,
        content: {
          ...(operation.upload && formContent(operation.upload)),
          ...content(
            {
              type: 'object',
              properties: Object.fromEntries(others),
              required: others.map(([name]) => name).filter(needed),
            },
            example,
          ),
        },
      },
    }),
    security: operation.scope === null ? [] : [{ bearer: [] }, { apiKey: [] }],
    responses: describeResponses(operation, output, answer),
  };
}

export type OpenApiDocument = Json & { openapi: string };

/**
 * Describes operations in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the published schemas are the
 * ones that validate requests.
 */
export function describeOpenApi(operations: readonly Operation[], site: Site): OpenApiDocument {
  const converter = createConverter();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, converter),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${SERVICE_NAME} API`,
      version: API_VERSION,
      description: 'Waitlists: hosted signup pages, exact places in the queue, and referrals.',
      contact: { name: SERVICE_NAME, url: site.baseUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: site.baseUrl }],
    tags: [...new Set(operations.map(operation => operation.group))].map(name => ({
      name,
      description: TAGS[name],
    })),
    paths,
    components: {
      schemas: { ...converter.schemas, ApiError: converter.toSchema(SPEC_SECTION_7, 'output') },
      headers: HEADERS,
      parameters: {
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A new random value, such as a UUID, for each new request. Send the same one to repeat the request safely: for 24 hours you get the first answer again',
          schema: { type: 'string', minLength: 1, maxLength: KEY_MAX_LENGTH },
        },
        'If-Match': {
          name: 'If-Match',
          in: 'header',
          required: false,
          description: 'An ETag: the change is only made if the resource still has it',
          schema: { type: 'string' },
        },
      },
      responses: errorComponents(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, or the access token of an app that you let in. Scopes: ${Object.entries(
            SCOPES,
          )
            .map(([scope, grants]) => `\`${scope}\` (${grants})`)
            .join('; ')}`,
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The same, in a header of its own',
        },
      },
    },
  };
}
