import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { Caller, Operation } from '../../core/kernel/operation.ts';

/** The tool a message calls; undefined for other messages. */
export function calledTool(message: unknown): string | undefined {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  const name = method === 'tools/call' ? params?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The arguments of a tool call as they were sent. The library would leave out one named `__proto__`. */
export const sentArguments = (message: unknown): unknown =>
  (message as { params?: { arguments?: unknown } }).params?.arguments;

/**
 * Refuses a tool beyond an access token's scopes with a challenge, so that the client can ask the user for
 * more (contract section 7). API keys get a tool error instead.
 * @throws {InsufficientScopeError}
 */
export function requireToolScope(
  message: unknown,
  operations: ReadonlyMap<string, Operation>,
  caller: Caller,
): void {
  if (caller.key.kind !== 'access_token') return;
  const scope = operations.get(calledTool(message) ?? '')?.scope ?? null;
  if (scope === null || caller.key.scopes.includes(scope)) return;
  throw new InsufficientScopeError(scope, caller.key);
}
