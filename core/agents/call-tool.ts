import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { answerOnce, checkKey, type Ran, type Running, refusalOf } from '../idempotency/answer-once.ts';
import type { Idempotency } from '../idempotency/idempotency-store.ts';
import { type ApiError, type ErrorBody, InsufficientScopeError, toApiError } from '../kernel/errors.ts';
import {
  type Caller,
  type CallerContext,
  type Creating,
  namesPeople,
  type Operation,
} from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import { unknownMembers } from '../kernel/unknown-members.ts';
import { parseInput } from '../kernel/validation.ts';
import { dropNulls } from './drop-nulls.ts';
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
  readonly idempotency: Idempotency;
  /** Called with errors that have an internal cause. */
  readonly onFailure: (error: ApiError) => void;
}

/** With the argument that REST has a header for, so that an error can name it. */
const describedInput = (operation: Operation) =>
  takesIdempotencyKey(operation)
    ? {
        input: operation.input.safeExtend({ idempotencyKey: z.unknown() }),
        get output() {
          return operation.output;
        },
      }
    : operation;

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
function splitKey({ operation, arguments: sent }: ToolCall): { key: string | undefined; given: object } {
  const all = dropNulls(operation.input, sent ?? {}) as Record<string, unknown>;
  if (!takesIdempotencyKey(operation)) return { key: undefined, given: all };
  const { idempotencyKey: key, ...given } = all;
  if (key != null) checkKey('idempotencyKey', key);
  return { key: (key as string | null) ?? undefined, given };
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
    const run = async (running: Running): Promise<Ran<ToolOutcome>> => {
      const input = parseInput(
        operation.input,
        { ...operation.toolInput, ...given },
        unknownMembers(describedInput(operation), given),
      );
      const context: Creating<CallerContext<unknown>> = { site, services, requestId, caller, ...running };
      const answer: ToolOutcome = { ok: true, output: await operation.run(context, input) };
      return { answer, isPersonal: namesPeople(operation, input) };
    };
    if (idempotencyKey === undefined)
      return (await run({ creationId: randomUUID(), isRepeated: false })).answer;
    const { answer } = await answerOnce<ToolOutcome>(
      call.idempotency,
      {
        accountId: caller.account.id,
        operation: `tool ${operation.name}`,
        key: idempotencyKey,
        content: [canonicalJson(given)],
      },
      running =>
        run(running).catch(thrown => ({
          answer: { ok: false, error: refusalOf(thrown).toBody(requestId) },
          isPersonal: false,
        })),
    );
    return answer;
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.cause !== undefined) call.onFailure(error);
    return { ok: false, error: error.toBody(requestId) };
  }
}
