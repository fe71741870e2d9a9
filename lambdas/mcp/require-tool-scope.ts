import { hashCredential } from '../../core/account/credential-format.ts';
import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { Caller, Operation } from '../../core/kernel/operation.ts';
import type { ScopeChallenges } from '../../core/oauth/oauth-store.ts';

/** The tool a message calls; undefined for other messages. */
export function calledTool(message: unknown): string | undefined {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  const name = method === 'tools/call' ? params?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The arguments of a tool call as they were sent. The library would leave out one named `__proto__`. */
export const sentArguments = (message: unknown): unknown =>
  (message as { params?: { arguments?: unknown } }).params?.arguments;

/** A call of a tool with an access token. */
interface TokenCall {
  readonly message: unknown;
  readonly caller: Caller;
  readonly token: string;
}

/**
 * Refuses a tool beyond an access token's scopes with a challenge, so that the client can ask the user for
 * more (contract section 7). API keys get a tool error instead. A client that comes back with a new token of the same
 * consent has only refreshed it, as the 1.x SDK does, and is refused without a challenge.
 * @throws {InsufficientScopeError}
 */
export async function requireToolScope(
  operations: ReadonlyMap<string, Operation>,
  challenges: ScopeChallenges,
  { message, caller: { key }, token }: TokenCall,
): Promise<void> {
  if (key.kind !== 'access_token') return;
  const scope = operations.get(calledTool(message) ?? '')?.scope ?? null;
  if (scope === null || key.scopes.includes(scope)) return;
  const isNew = await challenges.admit({ grantId: key.id, scope, tokenHash: hashCredential(token) });
  throw new InsufficientScopeError(scope, key, { askedInVain: !isNew });
}
