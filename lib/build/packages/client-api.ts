import { pathParameters } from '../../../core/kernel/operation.ts';

/** The members of the description that the client is made from. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
  readonly components: { readonly schemas: object; readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly maximum?: number };
}

interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Sent }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Answered }> }>>;
}

interface Sent {
  readonly required?: readonly string[];
  readonly oneOf?: readonly object[];
}

interface Answered {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/** A call as the client has it: `anteroom.entries.list` for `list_entries`. */
interface ClientCall {
  readonly operationId: string;
  readonly noun: string;
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly doc: string;
  readonly input: 'none' | 'optional' | 'required';
  /** Of a list in pages: the member with its items, and the longest page. */
  readonly pages: { readonly items: string; readonly limit: number | null } | null;
}

const camelCase = (words: readonly string[]): string =>
  words.join('_').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const plural = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

/**
 * `verb_noun` is `nouns.verb`: `create_waitlist` is `waitlists.create`. A noun of which a waitlist has one, as its path says,
 * stays singular: `domain.connect`. What visitors call is `public.joinWaitlist`.
 */
export function nameCall(
  { operationId, tags }: Pick<DescribedCall, 'operationId' | 'tags'>,
  path: string,
): { readonly noun: string; readonly verb: string } {
  const words = operationId.split('_');
  if (tags.includes('public')) return { noun: 'public', verb: camelCase(words) };
  const [verb = '', ...noun] = words;
  const last = noun.pop() ?? '';
  const isCounted = path.split(/[/-]/).includes(plural(last));
  return { noun: camelCase([...noun, isCounted ? plural(last) : last]), verb };
}

function readPages({ responses }: DescribedCall, query: readonly Parameter[]): ClientCall['pages'] {
  if (!query.some(({ name }) => name === 'after' || name === 'offset')) return null;
  const { properties = {} } = responses[200]?.content?.['application/json']?.schema ?? {};
  const [items] = Object.keys(properties).filter(name => properties[name]?.type === 'array');
  const limit = query.find(({ name }) => name === 'limit')?.schema?.maximum ?? null;
  return items === undefined ? null : { items, limit };
}

function readInput(
  method: string,
  { requestBody }: DescribedCall,
  query: readonly Parameter[],
): ClientCall['input'] {
  if (!requestBody && query.length === 0) return 'none';
  const { required = [], oneOf } = requestBody?.content['application/json']?.schema ?? {};
  // A change of nothing is a slip.
  const isRequired = required.length > 0 || oneOf || method === 'patch' || query.some(each => each.required);
  return isRequired ? 'required' : 'optional';
}

/** Every call of the description. */
export function readCalls({ paths, components }: ApiDescription): ClientCall[] {
  const find = (parameter: Parameter): Parameter =>
    components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): ClientCall => {
      const query = (call.parameters ?? []).map(find).filter(parameter => parameter.in === 'query');
      return {
        operationId: call.operationId,
        ...nameCall(call, path),
        method: method.toUpperCase(),
        path,
        doc: `${call.summary}.\n\n${call.description}`,
        input: readInput(method, call, query),
        pages: readPages(call, query),
      };
    }),
  );
  const names = new Set(calls.map(({ noun, verb }) => `${noun}.${verb}`));
  if (names.size < calls.length) throw new Error('Two operations have the same name in the client');
  return calls;
}

const comment = (text: string): string =>
  [
    '/**',
    ...text
      .replaceAll('*/', '*\\/')
      .split('\n')
      .map(line => `     * ${line}`.trimEnd()),
    '     */',
  ].join('\n');

/** The signatures of a call: itself, and of a list also the one that reads all of it. */
function signaturesOf({ operationId, verb, path, doc, input, pages }: ClientCall): string {
  const signature = (type: string): string => {
    const parameters = pathParameters(path).map(name => `${name}: string`);
    const named = input === 'none' ? 'NoInput' : `${type}<'${operationId}'>`;
    const given = `input${input === 'required' ? '' : '?'}: ${named}`;
    return [...parameters, given, 'options?: RequestOptions'].join(', ');
  };
  const one = `${verb}(${signature('Input')}): Promise<Answer<'${operationId}'>>;`;
  if (!pages) return `    ${comment(doc)}\n    ${one}`;
  const item = `Answer<'${operationId}'>['${pages.items}'][number]`;
  return `    ${comment(doc)}\n    ${one}\n    /** All of them, page by page: \`for await (const one of …)\`. */\n    all(${signature('Filters')}): AsyncGenerator<${item}, void>;`;
}

/** `GET /api/v1/waitlists/{id}/entries entries 200`: the route, and of a list in pages what `ClientCall.pages` holds. */
const routeOf = ({ method, path, pages }: ClientCall): string =>
  [method, path, ...(pages ? [pages.items, ...(pages.limit === null ? [] : [pages.limit])] : [])].join(' ');

/** `generated/operations.ts` of the client. */
export function writeOperations(description: ApiDescription): string {
  const byNoun = Object.entries(Object.groupBy(readCalls(description), ({ noun }) => noun));
  const members = byNoun.map(
    ([noun, calls = []]) => `  readonly ${noun}: {\n${calls.map(signaturesOf).join('\n')}\n  };`,
  );
  const routes = byNoun.map(([noun, calls = []]) => [
    noun,
    Object.fromEntries(calls.map(call => [call.verb, routeOf(call)])),
  ]);
  return `import type { Answer, Filters, Input, NoInput, RequestOptions } from '../types.ts';

/** Every operation of the API. Each takes the parameters of its path, then its input, then options. */
export interface Operations {
${members.join('\n')}
}

export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(routes), null, 2)};
`;
}

/** `generated/schemas.ts`: a type for each schema of the description. */
export const writeSchemas = ({ components: { schemas } }: ApiDescription): string =>
  `import type { components } from './description.ts';\n\n${Object.keys(schemas)
    .map(name => `export type ${name} = components['schemas']['${name}'];`)
    .join('\n')}\n`;
