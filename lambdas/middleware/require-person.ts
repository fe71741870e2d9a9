import { ApiError } from '../../core/kernel/errors.ts';
import type { ApiMiddleware } from './api-request.ts';

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
