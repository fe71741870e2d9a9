import { type ApiError, type ErrorBody, InsufficientScopeError, toApiError } from '../kernel/errors.ts';
import type { Caller, CallerContext, Operation } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import { parseInput } from '../kernel/validation.ts';

/** What became of a call; either is JSON that REST would have answered with the same members. */
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
  /** Told of what an error hides. */
  readonly onFailure: (error: ApiError) => void;
}

/**
 * Runs an operation for an agent: scope, input, then the operation itself, as the middleware does for REST. Whatever goes
 * wrong is an outcome, because an agent reads results and mends its next call.
 */
export async function callTool(call: ToolCall): Promise<ToolOutcome> {
  const { operation, caller, services, site, requestId } = call;
  try {
    const { scope } = operation;
    const { key } = caller;
    if (scope !== null && !key.scopes.includes(scope)) throw new InsufficientScopeError(scope, key);
    const input = parseInput(operation.input, call.arguments ?? {});
    const context: CallerContext<unknown> = { site, services, requestId, caller };
    return { ok: true, output: await operation.run(context, input) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.cause !== undefined) call.onFailure(error);
    return { ok: false, error: error.toBody(requestId) };
  }
}
