import { randomUUID } from 'node:crypto';
import { answerOnce, checkKey, refusalOf } from '../idempotency/answer-once.ts';
import type { IdempotencyStore } from '../idempotency/idempotency-store.ts';
import {
  type ApiError,
  type ErrorBody,
  InsufficientScopeError,
  toApiError,
  ValidationError,
} from '../kernel/errors.ts';
import type { Caller, CallerContext, Operation } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import { parseInput } from '../kernel/validation.ts';
import { takesIdempotencyKey } from './tool.ts';

/** The result of a tool call, with the members REST would have returned. */
export type ToolOutcome =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: ErrorBody };

export interface ToolCall {
  readonly operation: Operation;
  readonly arguments: unknown;
  readonly caller: Caller;
  readonly services: unknown;
  readonly site: Site;
  readonly requestId: string;
  readonly idempotency: IdempotencyStore;
  /** Called with errors that have an internal cause. */
  readonly onFailure: (error: ApiError) => void;
}

/**
 * Refuses arguments that a tool does not have. REST ignores unknown members, but an agent that invents an argument
 * believes that it had an effect.
 * @throws {ValidationError} naming each
 */
function refuseUnknown(operation: Operation, given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  const { name, input } = operation;
  const unknown = Object.keys(given).filter(argument => !Object.hasOwn(input.shape, argument));
  if (unknown.length === 0) return;
  const known = [...Object.keys(input.shape), ...(takesIdempotencyKey(operation) ? ['idempotencyKey'] : [])];
  throw new ValidationError(
    unknown.map(path => ({
      path,
      message: `is not an argument of ${name}, which takes ${known.join(', ') || 'nothing'}`,
    })),
  );
}

/** The same text for the same arguments, in whatever order an agent wrote them. */
const canonicalJson = (given: unknown): string =>
  JSON.stringify(given, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/**
 * The idempotency key of a call, and its other arguments. Tools that need none have no such argument.
 * @throws {ValidationError} if it is no key
 */
function splitKey({ operation, arguments: sent = {} }: ToolCall): { key: string | undefined; given: object } {
  if (!takesIdempotencyKey(operation)) return { key: undefined, given: sent as object };
  const { idempotencyKey: key, ...given } = sent as Record<string, unknown>;
  if (key !== undefined) checkKey('idempotencyKey', key);
  return { key: key as string | undefined, given };
}

/**
 * Runs an operation for an agent: scope, input, then the operation, as the middleware does for REST. Errors
 * are returned, not thrown, so that the agent can read them and correct its next call.
 */
export async function callTool(call: ToolCall): Promise<ToolOutcome> {
  const { operation, caller, services, site, requestId } = call;
  try {
    const { scope } = operation;
    const { key } = caller;
    if (scope !== null && !key.scopes.includes(scope)) throw new InsufficientScopeError(scope, key);
    const { key: idempotencyKey, given } = splitKey(call);
    const run = async (creationId: string): Promise<ToolOutcome> => {
      refuseUnknown(operation, given);
      const input = parseInput(operation.input, { ...operation.toolInput, ...given });
      const context: CallerContext<unknown> = { site, services, requestId, caller, creationId };
      return { ok: true, output: await operation.run(context, input) };
    };
    if (idempotencyKey === undefined) return await run(randomUUID());
    const { answer } = await answerOnce<ToolOutcome>(
      call.idempotency,
      {
        accountId: caller.account.id,
        operation: `tool ${operation.name}`,
        key: idempotencyKey,
        content: [canonicalJson(given)],
      },
      creationId =>
        run(creationId).catch(thrown => ({ ok: false, error: refusalOf(thrown).toBody(requestId) })),
    );
    return answer;
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.cause !== undefined) call.onFailure(error);
    return { ok: false, error: error.toBody(requestId) };
  }
}
