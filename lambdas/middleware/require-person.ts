import { ApiError } from '../../core/kernel/errors.ts';
import type { ApiMiddleware } from './api-request.ts';

/** Refuses a key or a token where only a person may act: whoever holds one must not make itself another. */
export function requirePerson(): ApiMiddleware {
  return {
    before({ context: { state } }) {
      if (state.operation?.audience !== 'people' || state.caller?.key.kind === 'session') return;
      throw new ApiError('forbidden', 'Only a person who is signed in may do this, no key and no agent', {
        resolution: 'Sign in to the dashboard and do it there.',
      });
    },
  };
}
