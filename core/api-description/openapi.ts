import * as z from 'zod';
import { KEY_MAX_LENGTH } from '../idempotency/answer-once.ts';
import { dereference } from '../kernel/dereference.ts';
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts';
import { API_VERSION, SERVICE_NAME } from '../kernel/identity.ts';
import {
  hasBody,
  isKeyed,
  needsBody,
  type Operation,
  pathParameters,
  takesBody,
  type Upload,
} from '../kernel/operation.ts';
import { SCOPES } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { allErrorExamples, createErrorResponses, type ErrorResponses } from './error-responses.ts';
import { type DescribedEvent, describeEvents, EVENT_HEADERS } from './events.ts';
import { exampleOf, type Json, type Schema } from './json-schema.ts';
import { content, describeResponses } from './openapi-responses.ts';
import { describeEndpoint, type PublicEndpoint } from './public-endpoint.ts';
import { HEADERS } from './response-headers.ts';
import { type Converter, createConverter } from './schema-converter.ts';

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
  public: 'What visitors of a waitlist call, from your own site or app: needs no key',
};

/** The schema of a JSON body. */
function bodySchema(
  members: readonly [name: string, schema: Json][],
  isRequired: (name: string) => boolean,
  oneOf: Operation['oneOf'],
): Json {
  const alternatives = Object.entries(oneOf ?? {}).map(([name, more]) => [name, ...more]);
  const object = (names: readonly string[], required = names.filter(isRequired)): Json => ({
    type: 'object',
    properties: Object.fromEntries(members.filter(([name]) => names.includes(name))),
    required,
  });
  const common = members.map(([name]) => name).filter(name => !alternatives.flat().includes(name));
  return {
    ...object(common),
    ...(oneOf && { oneOf: alternatives.map(names => object(names, names.slice(0, 1))) }),
  };
}

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

function describeOperation(
  operation: Operation,
  { schemas, toSchema }: Converter,
  errors: ErrorResponses,
): Json {
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
      ...(operation.hasETag
        ? [{ $ref: `#/components/parameters/${operation.method === 'GET' ? 'If-None-Match' : 'If-Match'}` }]
        : []),
      ...(isKeyed(operation) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...(takesBody(operation) && {
      requestBody: {
        required: needsBody(operation),
        content: {
          ...(operation.upload && formContent(operation.upload)),
          ...content(bodySchema(others, needed, operation.oneOf), example),
        },
      },
    }),
    security: operation.scope === null ? [] : [{ bearer: [] }, { apiKey: [] }, { oauth2: [operation.scope] }],
    responses: { ...describeResponses(operation, output, answer), ...errors.describe(operation) },
  };
}

/** Headers of requests, and of events. */
const PARAMETERS = {
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
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An ETag: if the resource still has it, the answer is 304, without a body',
    schema: { type: 'string' },
  },
  ...EVENT_HEADERS,
};

const securitySchemes = ({ authorizationUrl, tokenUrl }: OAuthUrls): Json => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key, or the access token of an app that you let in. Scopes: ${Object.entries(SCOPES)
      .map(([scope, grants]) => `\`${scope}\` (${grants})`)
      .join('; ')}`,
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same, in a header of its own',
  },
  oauth2: {
    type: 'oauth2',
    description: 'For apps and agents: OAuth 2.1 with PKCE (S256)',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: { ...SCOPES } },
    },
  },
});

interface OAuthUrls {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** What there is to describe. */
export interface DescribedApi {
  readonly operations: readonly Operation[];
  /** What visitors call. */
  readonly endpoints: readonly PublicEndpoint[];
  /** What we send. */
  readonly events: readonly DescribedEvent[];
  readonly oauth: OAuthUrls;
}

export type OpenApiDocument = Json & { openapi: string };

/**
 * Describes the API in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the published schemas are the
 * ones that validate requests.
 */
export function describeOpenApi(
  { operations, endpoints, events, oauth }: DescribedApi,
  site: Site,
): OpenApiDocument {
  const converter = createConverter();
  const errors = createErrorResponses(site);
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, described: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  };
  for (const operation of operations)
    add(operation.path, operation.method, describeOperation(operation, converter, errors));
  for (const endpoint of endpoints)
    add(endpoint.path, endpoint.method, describeEndpoint(endpoint, converter, errors));
  const webhooks = describeEvents(events, converter);
  const tags = [...operations.map(({ group }) => group), 'public'];
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
    tags: [...new Set(tags)].map(name => ({ name, description: TAGS[name] })),
    paths,
    webhooks,
    components: {
      schemas: {
        ...converter.schemas,
        ApiError: { ...converter.toSchema(SPEC_SECTION_7, 'output'), examples: allErrorExamples(site) },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: errors.components,
      examples: errors.examples,
      securitySchemes: securitySchemes(oauth),
    },
  };
}
