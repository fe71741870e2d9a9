import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { ApiMiddleware } from './api-request.ts';

/** Refuses callers without the operation's scope (specification 5.3). */
export function requireScope(): ApiMiddleware {
  return {
    before({ context: { state } }) {
      const scope = state.operation?.scope ?? null;
      if (scope === null || !state.caller) return;
      const { key } = state.caller;
      if (!key.scopes.includes(scope)) throw new InsufficientScopeError(scope, key);
    },
  };
}
