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
  /** Called with errors that have an internal cause. */
  readonly onFailure: (error: ApiError) => void;
}

/**
 * Refuses arguments that a tool does not have. REST ignores unknown members, but an agent that invents an argument
 * believes that it had an effect.
 * @throws {ValidationError} naming each
 */
function refuseUnknown({ name, input }: Operation, given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  const unknown = Object.keys(given).filter(argument => !Object.hasOwn(input.shape, argument));
  if (unknown.length === 0) return;
  const known = Object.keys(input.shape).join(', ') || 'nothing';
  throw new ValidationError(
    unknown.map(path => ({ path, message: `is not an argument of ${name}, which takes ${known}` })),
  );
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
    const given = call.arguments ?? {};
    refuseUnknown(operation, given);
    const input = parseInput(operation.input, { ...operation.toolInput, ...given });
    const context: CallerContext<unknown> = { site, services, requestId, caller };
    return { ok: true, output: await operation.run(context, input) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.cause !== undefined) call.onFailure(error);
    return { ok: false, error: error.toBody(requestId) };
  }
}
