import type * as z from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import { pathParameters } from '../kernel/operation.ts';
import type { ErrorResponses } from './error-responses.ts';
import type { Json } from './json-schema.ts';
import { content } from './openapi-responses.ts';
import { refersTo } from './response-headers.ts';
import type { Converter } from './schema-converter.ts';

/** An answer without an error. A redirect has no output. */
interface PublicAnswer {
  readonly description: string;
  readonly output?: () => z.ZodType;
  readonly example?: unknown;
  /** It leads somewhere. */
  readonly hasLocation?: true;
}

/** What visitors call. It is no operation: a page serves it, it takes forms, and its answers are in the visitor's language. */
export interface PublicEndpoint {
  /** The `operationId`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What each parameter of the path is, with an example. */
  readonly parameters: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** A JSON body. */
  readonly input?: () => z.ZodType;
  readonly example?: Readonly<Record<string, unknown>>;
  /** The fields of a form, sent instead. */
  readonly form?: () => z.ZodType;
  readonly answers: Readonly<Record<number, PublicAnswer>>;
  /** When each error occurs, beyond those of any endpoint. */
  readonly errors: Readonly<Partial<Record<ErrorCode, string>>>;
}

/** Fields `answers[key]` of a form. */
const ANSWERS_ENCODING = { encoding: { answers: { style: 'deepObject', explode: true } } };

export function describeEndpoint(
  endpoint: PublicEndpoint,
  { toSchema }: Converter,
  responses: ErrorResponses,
): Json {
  const { name, path, summary, description, parameters, input, example, form, answers, errors } = endpoint;
  const answer = ({ description, output, example, hasLocation }: PublicAnswer): Json => ({
    description,
    headers: refersTo(hasLocation ? ['X-Request-Id', 'Location'] : ['X-Request-Id']),
    ...(output && { content: content(toSchema(output(), 'output'), example) }),
  });
  return {
    operationId: name,
    tags: ['public'],
    summary,
    description,
    parameters: pathParameters(path).map(parameter => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...parameters[parameter],
    })),
    ...(input && {
      requestBody: {
        required: true,
        content: {
          ...content(toSchema(input(), 'input'), example),
          ...(form && {
            'application/x-www-form-urlencoded': { schema: toSchema(form(), 'input'), ...ANSWERS_ENCODING },
          }),
        },
      },
    }),
    security: [],
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, each]) => [status, answer(each)])),
      ...responses.describePublic(errors),
    },
  };
}
