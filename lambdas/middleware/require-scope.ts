import { ApiError, InsufficientScopeError } from '../../core/kernel/errors.ts';
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

/** Refuses keys and tokens on operations for people: a key must not be able to create another. */
export function requirePerson(): ApiMiddleware {
  return {
    before({ context: { state } }) {
      if (state.operation?.audience !== 'people' || state.caller?.key.kind === 'session') return;
      throw new ApiError('forbidden', 'Only people signed in to the dashboard can do this', {
        resolution: 'Sign in to the dashboard and do it there. API keys and agents cannot.',
      });
    },
  };
}
