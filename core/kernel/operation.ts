import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Precondition } from './etag.ts';
import type { PlanId } from './plans.ts';
import type { Scope } from './scopes.ts';
import type { Site } from './site.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The four hints of an agent tool. Required, because the protocol's defaults (destructive, open world) are
 * rarely right.
 */
export interface Effect {
  readonly readOnly: boolean;
  /** Loses or overwrites data for good. */
  readonly destructive: boolean;
  /** Repeating a call with the same input changes nothing more. */
  readonly idempotent: boolean;
  /** Reaches external systems (DNS, a customer's database). */
  readonly openWorld: boolean;
}

/** The usual combinations. */
export const EFFECT = {
  read: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  create: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  update: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  destroy: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
} as const satisfies Record<string, Effect>;

/**
 * Who may call an operation: anyone; callers with a key, a token, or a session; or only people signed in to
 * the dashboard. Operations for people are not agent tools and not part of the public API description.
 */
export type Audience = 'anyone' | 'callers' | 'people';

/** The account, and the key, token, or session it was authenticated with. */
export interface Caller {
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly plan: PlanId;
    readonly createdAt: Date;
  };
  /** For an access token: the id of the consent and the name of the client. A session has every scope. */
  readonly key: {
    readonly kind: 'api_key' | 'access_token' | 'session';
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
  };
}

/** The context of every operation. `services` holds the stores of its domain. */
export interface OperationContext<Services> {
  readonly site: Site;
  readonly services: Services;
  readonly requestId: string;
  /** Of a request with `If-Match`; operations on what has an `ETag` check it before they change anything. */
  readonly precondition?: Precondition | undefined;
}

export interface CallerContext<Services> extends OperationContext<Services> {
  readonly caller: Caller;
}

/** The context of an operation that creates something. */
export type Creating<Context> = Context & {
  /** The id for what it creates. A request that runs again with its `Idempotency-Key` gets the same one. */
  readonly creationId: string;
  /** Whether such a request was answered before: it only has to find what it did then. */
  readonly isRepeated: boolean;
};

/** The parameter names of a path: `'id'` for `/waitlists/{id}/entries`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** `Path` if the input has all its parameters, else `never`, which does not compile. */
type PathOf<Path extends string, Input extends z.ZodObject> =
  PathParameter<Path> extends keyof Input['shape'] ? Path : never;

/** The alternative body of an upload: a form with one file. */
export interface Upload {
  /** Name of the form part. */
  readonly part: string;
  /** Media types of the file. */
  readonly mediaTypes: readonly string[];
}

/** A response that is a file and is streamed while it is produced (ADR 24). */
export interface Download {
  readonly mediaType: string;
}

/** The output of such an operation. */
export interface DownloadedFile {
  /** Suggested by browsers: letters, digits, dots, and hyphens. */
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

interface Described<Name extends string = string> {
  /** Unique. Also the tool name and the OpenAPI `operationId`. */
  readonly name: Name;
  /** The endpoint group: the function that serves it, and its folder under `lambdas/`. */
  readonly group: string;
  readonly title: string;
  /** One line, for the index and the documentation. */
  readonly summary: string;
  /** For people and agents: how to use it well. */
  readonly description: string;
  readonly method: HttpMethod;
  readonly effect: Effect;
  /** Members of the input whose default is another for agents: code, for one, fills their context. */
  readonly toolInput?: Readonly<Record<string, unknown>>;
  /** GET: its answer has an `ETag`, and it honors `If-None-Match`. PATCH and DELETE: it honors `If-Match` (beyond 9). */
  readonly hasETag?: true;
  /** Its input has `dryRun`, which only tells what would happen, and whose status is 200. */
  readonly hasDryRun?: true;
  /**
   * Its answer names a person, so it is not kept for an `Idempotency-Key` (beyond 9): a repeated request runs again with the same
   * `creationId`, and must find what the first one did.
   */
  readonly namesPeople?: true;
  /** Members of the body of which exactly one is sent, each with the members that only go with it. */
  readonly oneOf?: Readonly<Record<string, readonly string[]>>;
  /** Errors beyond those that follow from its method, path, scope, and input. */
  readonly errors?: readonly ErrorCode[];
  /** A body or query, as the documentation shows it: of every operation whose body has members. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Members of its answer in the documentation, where general samples do not fit. */
  readonly exampleAnswer?: Readonly<Record<string, unknown>>;
  /** Members of its answer with `dryRun` in the documentation, where they differ. */
  readonly exampleDryRun?: Readonly<Record<string, unknown>>;
  /** The input holds a file, which is staged first because a function cannot receive a body that large (ADR 10). */
  readonly upload?: Upload;
  /** The output is a stream of file parts, of any length. */
  readonly download?: Download;
}

/**
 * One thing the API can do. The REST router, the OpenAPI description, the agent tools, the routes of the
 * stack, and the local server are all derived from it, so they cannot disagree.
 *
 * `input` is one flat object: members named in `path` come from the path, the others from the query (GET,
 * DELETE) or the JSON body (POST, PUT, PATCH). Agents send the same object.
 */
export interface Operation<
  Services = unknown,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
> extends Described<Name> {
  readonly path: string;
  readonly status: 200 | 201 | 202;
  readonly audience: Audience;
  /** `null` unless the audience is `callers`. */
  readonly scope: Scope | null;
  readonly input: Input;
  readonly output: Output;
  /** The path of what it created: of every operation for callers whose status is 201. */
  location?(output: z.input<Output>, input: z.output<Input>): string;
  /** The source of its `ETag`; the whole output by default. */
  version?(output: z.input<Output>): unknown;
  // A method, so that operations over different inputs share one list type (methods are bivariant).
  run(context: Creating<CallerContext<Services>>, input: z.output<Input>): Promise<z.input<Output>>;
}

/** The definition of an operation, whatever the audience. */
export interface Definition<
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  Name extends string,
  Context extends OperationContext<Services>,
> extends Described<Name> {
  readonly path: PathOf<Path, Input>;
  /** Default: 200. */
  readonly status?: 200 | 201 | 202;
  // Functions, because building schemas is slow: a request needs one input schema and no output schema,
  // which only documentation uses.
  readonly input: () => Input;
  readonly output: () => Output;
  location?(output: z.input<Output>, input: z.output<Input>): string;
  version?(output: z.input<Output>): unknown;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
}

/** Builds each schema on first use. */
function define<
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  Name extends string,
>(
  {
    input,
    output,
    status = 200,
    ...described
  }: Definition<Services, Input, Output, Path, Name, Creating<CallerContext<Services>>>,
  audience: Audience,
  scope: Scope | null,
): Operation<Services, Input, Output, Name> {
  let madeInput: Input | undefined;
  let madeOutput: Output | undefined;
  return {
    ...described,
    status,
    audience,
    scope,
    get input() {
      madeInput ??= input();
      return madeInput;
    },
    get output() {
      madeOutput ??= output();
      return madeOutput;
    },
  };
}

/** Defines an operation for callers with an account. */
type DefineForCallers<Required> = <
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string,
  const Name extends string,
>(
  definition: Definition<Services, Input, Output, Path, Name, Creating<CallerContext<Services>>> & Required,
) => Operation<Services, Input, Output, Name>;

/** Defines an operation that needs `scope`. */
export const defineOperation: DefineForCallers<{ readonly scope: Scope }> = ({ scope, ...definition }) =>
  define(definition, 'callers', scope);

/** Defines an operation for people in the dashboard. Keys and agents cannot call it. */
export const definePeopleOperation: DefineForCallers<{ readonly group: 'dashboard' }> = definition =>
  define(definition, 'people', null);

/** Defines an operation that needs no credential. It gets no `caller`. */
export const definePublicOperation = <
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string,
  const Name extends string,
>(
  definition: Definition<Services, Input, Output, Path, Name, OperationContext<Services>>,
) => define(definition, 'anyone', null);

/** Parameter names of a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');

/** The status of a call that succeeded. */
export const statusOf = (operation: Pick<Operation, 'status' | 'hasDryRun'>, input: unknown): number =>
  operation.hasDryRun && (input as { dryRun?: boolean }).dryRun ? 200 : operation.status;

/** Whether the answer of a call names people. A dry run shows some of them. */
export const namesPeople = (
  operation: Pick<Operation, 'namesPeople' | 'hasDryRun'>,
  input: unknown,
): boolean =>
  operation.namesPeople === true ||
  (operation.hasDryRun === true && (input as { dryRun?: boolean }).dryRun === true);

/** Whether the input is sent as a JSON body (else as query parameters). */
export const hasBody = (method: HttpMethod): boolean => method !== 'GET' && method !== 'DELETE';

/** Whether a request may have an `Idempotency-Key` (beyond 9). */
export const isKeyed = ({ method, scope }: Pick<Operation, 'method' | 'scope'>): boolean =>
  method === 'POST' && scope !== null;

/** Whether a call has something to say in a body: a member of its input that is not in the path. */
export const takesBody = ({ method, path, input }: Pick<Operation, 'method' | 'path' | 'input'>): boolean =>
  hasBody(method) && Object.keys(input.shape).length > pathParameters(path).length;

/** Whether a call must have a body: a POST that is fine without any of its members may be sent without one. */
export const needsBody = (operation: Pick<Operation, 'method' | 'path' | 'input' | 'oneOf'>): boolean => {
  if (!takesBody(operation) || operation.method !== 'POST') return takesBody(operation);
  const inPath = pathParameters(operation.path);
  const members = Object.entries(operation.input.shape).filter(([name]) => !inPath.includes(name));
  const hasRequired = members.some(([, schema]) => !schema.safeParse(undefined).success);
  return hasRequired || operation.oneOf !== undefined;
};

/** The operations of one endpoint group among those of a domain. `Services` is what they need. */
export const operationsOf = <Services>(
  group: string,
  operations: readonly Operation[],
): readonly Operation<Services>[] => operations.filter(operation => operation.group === group);
