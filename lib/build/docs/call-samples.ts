import { inspect } from 'node:util';
import { exampleOf } from '../../../core/api-description/json-schema.ts';
import { pathParameters } from '../../../core/kernel/operation.ts';
import type { DescribedOperation } from './described-operation.ts';

/** The request of a call. */
export interface CallValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** A JSON body. */
  readonly body: object | undefined;
}

/** A waitlist is named by its slug, everything else by its UUID. */
const pathSample = (path: string, name: string): string =>
  name === 'id' && path.includes('/waitlists/')
    ? 'rocket-bikes'
    : String(exampleOf({ type: 'string', format: 'uuid' }));

/** Values as readers would send them. */
export const sampleValues = ({ path, parameters, requestBody }: DescribedOperation): CallValues => ({
  path: Object.fromEntries(
    pathParameters(path).map(name => [
      name,
      String(parameters.find(each => each.name === name)?.example ?? pathSample(path, name)),
    ]),
  ),
  query: Object.fromEntries(
    parameters
      .filter(each => each.in === 'query' && each.example !== undefined)
      .map(({ name, example }) => [name, example]),
  ),
  body: requestBody?.content['application/json']?.example as object | undefined,
});

/** Bodies longer than a line of the samples get a line for each member. */
function bodyText(body: object): string {
  const line = JSON.stringify(body);
  return line.length > 44 ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : line;
}

/**
 * The call as a shell command. A file is sent as a form.
 * @param origin - where the API is
 */
export function curlCall(
  { method, path, requestBody, security }: DescribedOperation,
  values: CallValues,
  origin: string,
): string {
  const query = Object.entries(values.query).map(([name, value]) => `${name}=${value}`);
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => values.path[name] ?? '');
  // A shell would read `&` and `?` itself.
  const url = query.length > 0 ? `"${origin}${target}?${query.join('&')}"` : origin + target;
  // The method of curl without `-X`.
  const implied = requestBody ? 'POST' : 'GET';
  const lines = [method === implied ? `curl ${url}` : `curl -X ${method} ${url}`];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $KEY"');
  if (requestBody?.content['multipart/form-data']) lines.push('-F "file=@photo.png"');
  else if (values.body) lines.push('-H "Content-Type: application/json"', `-d '${bodyText(values.body)}'`);
  return lines.join(' \\\n  ');
}

const literal = (value: object): string =>
  inspect(value, { depth: null, breakLength: 50, maxStringLength: null, maxArrayLength: null }).replaceAll(
    '\n',
    '\n  ',
  );

/** The parameters of a call, without empty groups. */
export const paramsOf = ({ path, query }: CallValues) => ({
  ...(Object.keys(path).length > 0 && { path }),
  ...(Object.keys(query).length > 0 && { query }),
});

/** The call in TypeScript: `fetch` with the types of the API, by openapi-fetch. */
export function fetchCall({ method, path }: DescribedOperation, values: CallValues): string {
  const params = paramsOf(values);
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${literal(params)}`] : []),
    ...(values.body && Object.keys(values.body).length > 0 ? [`body: ${literal(values.body)}`] : []),
  ];
  const rest = options.length > 0 ? `, {\n${options.map(option => `  ${option},\n`).join('')}}` : '';
  return `const { data, error } = await anteroom.${method}('${path}'${rest});`;
}

/** The call as an MCP client sends it: the parameters of `tools/call`. Undefined if there is no such tool. */
export function toolCall(
  { operationId, security }: DescribedOperation,
  values: CallValues,
): string | undefined {
  // Without a key, there is no account to act for.
  if (security.length === 0) return undefined;
  return JSON.stringify(
    { name: operationId, arguments: { ...values.path, ...values.query, ...values.body } },
    null,
    2,
  );
}
