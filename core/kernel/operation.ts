import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PlanId } from './plans.ts';
import type { Scope } from './scopes.ts';
import type { Site } from './site.ts';

/** The endpoint groups; each is one Lambda function and one folder under `lambdas/`. */
export const GROUPS = [
  'account',
  'waitlists',
  'entries',
  'email-templates',
  'assets',
  'turnstile',
  'domains',
  'database',
  'dashboard',
] as const;
export type Group = (typeof GROUPS)[number];

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an operation does to the world: the four hints of an agent tool. Required, because the defaults of the
 * protocol (destructive, open world) frighten for nothing or, worse, are not noticed.
 */
export interface Effect {
  readonly readOnly: boolean;
  /** Loses something that cannot be brought back. */
  readonly destructive: boolean;
  /** A repeat with the same input changes nothing more. */
  readonly idempotent: boolean;
  /** Reaches systems that are not ours (DNS, a customer's database). */
  readonly openWorld: boolean;
}

/** Common effects, so that an operation names what it is and not four booleans. */
export const EFFECT = {
  read: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  create: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  update: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  destroy: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
} as const satisfies Record<string, Effect>;

/**
 * For whom an operation is: anyone at all; callers with a key, a token or a session; or people, who are signed in to the
 * dashboard. What is for people only is no agent tool and stands in no description of the API.
 */
export type Audience = 'anyone' | 'callers' | 'people';

/** Who is calling: the account, and the key, token or session by which it was recognised. */
export interface Caller {
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly plan: PlanId;
    readonly createdAt: Date;
  };
  /** For an access token: the id of the consent, and the name of the program. A session has every scope. */
  readonly key: {
    readonly kind: 'api_key' | 'access_token' | 'session';
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
  };
}

/** What every operation is handed; `services` are the stores of its own domain. */
export interface OperationContext<Services> {
  readonly site: Site;
  readonly services: Services;
  readonly requestId: string;
}

export interface CallerContext<Services> extends OperationContext<Services> {
  readonly caller: Caller;
}

/** Turns `/waitlists/{id}/entries` into `'id'`, so that a path cannot name a parameter the input lacks. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A path whose parameters are all members of the input; any other is `never`, and does not compile. */
type PathOf<Path extends string, Input extends z.ZodObject> =
  PathParameter<Path> extends keyof Input['shape'] ? Path : never;

/** How the body of an operation may also be sent: as a form with a file. */
export interface Upload {
  /** Name of the one part of the form. */
  readonly part: string;
  /** Types that the file may have. */
  readonly mediaTypes: readonly string[];
}

/** An answer that is a file, sent part by part while its parts are made (ADR 0031). */
export interface Download {
  readonly mediaType: string;
  /** The name that a browser saves it under. */
  readonly fileName: string;
}

interface Described<Name extends string = string> {
  /** Unique; also the name of the agent tool and the OpenAPI `operationId`. */
  readonly name: Name;
  readonly group: Group;
  readonly title: string;
  /** One line: the index and the tables of the documentation. */
  readonly summary: string;
  /** What a caller, person or agent, must know to use it well. */
  readonly description: string;
  readonly method: HttpMethod;
  readonly effect: Effect;
  /** Status of success. */
  readonly status: 200 | 201;
  /** Errors of its own, beyond those that its path, scope and input imply. */
  readonly errors?: readonly ErrorCode[];
  /** The input holds a file: its body is larger than a function takes, and is staged first (ADR 0013). */
  readonly upload?: Upload;
  /** The output is the parts of a file, of whatever length: more than a function answers with at once. */
  readonly download?: Download;
}

/**
 * One thing the API can do. The REST router, the OpenAPI description, the agent tools, the routes of the stack and the
 * local server are all read from this, so none of them can differ from another.
 *
 * `input` is one flat object: members named in `path` come from the path, the others from the query (GET, DELETE) or
 * the JSON body (POST, PUT, PATCH). An agent sends the same object as it is.
 */
export interface Operation<
  Services = unknown,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
> extends Described<Name> {
  readonly path: string;
  readonly audience: Audience;
  /** `null` unless it is for callers: nobody's key could hold it. */
  readonly scope: Scope | null;
  readonly input: Input;
  readonly output: Output;
  // A method, so that operations over different inputs share one list type (methods are bivariant).
  run(context: CallerContext<Services>, input: z.output<Input>): Promise<z.input<Output>>;
}

/** What every definition says of an operation, whoever it is for. */
export interface Definition<
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  Name extends string,
  Context extends OperationContext<Services>,
> extends Described<Name> {
  readonly path: PathOf<Path, Input>;
  // Functions, because schemas are costly to make: a function that answers one request needs the input of one operation,
  // and no output at all, which is only ever described.
  readonly input: () => Input;
  readonly output: () => Output;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
}

/** The operation of a definition, whose schemas are made when they are first read, and then kept. */
function define<
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Path extends string,
  Name extends string,
>(
  { input, output, ...described }: Definition<Services, Input, Output, Path, Name, CallerContext<Services>>,
  audience: Audience,
  scope: Scope | null,
): Operation<Services, Input, Output, Name> {
  let madeInput: Input | undefined;
  let madeOutput: Output | undefined;
  return {
    ...described,
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

/** Defines an operation that needs a key with `scope`. */
export const defineOperation = <
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string,
  const Name extends string,
>({
  scope,
  ...definition
}: Definition<Services, Input, Output, Path, Name, CallerContext<Services>> & { readonly scope: Scope }) =>
  define(definition, 'callers', scope);

/** Defines an operation that only a person may call, from the dashboard; no key and no agent can. */
export const definePeopleOperation = <
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string,
  const Name extends string,
>(
  definition: Definition<Services, Input, Output, Path, Name, CallerContext<Services>> & {
    readonly group: 'dashboard';
  },
) => define(definition, 'people', null);

/** Defines an operation anyone may call; it sees no caller. */
export const definePublicOperation = <
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string,
  const Name extends string,
>(
  definition: Definition<Services, Input, Output, Path, Name, OperationContext<Services>>,
) => define(definition, 'anyone', null);

/** Names between braces in a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');

/** Whether the input of a method travels as a JSON body (else in the query string). */
export const hasBody = (method: HttpMethod): boolean => method !== 'GET' && method !== 'DELETE';

/** The operations of one endpoint group, which is part of a domain. `Services` is what they need. */
export const operationsOf = <Services>(
  group: Group,
  operations: readonly Operation[],
): readonly Operation<Services>[] => operations.filter(operation => operation.group === group);
