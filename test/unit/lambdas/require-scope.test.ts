import { describe, expect, it } from '@jest/globals';
import type { ApiRequest } from '../../../lambdas/middleware/api-request.ts';
import { requirePerson, requireScope } from '../../../lambdas/middleware/require-scope.ts';

const pass = (check: ReturnType<typeof requireScope>, operation: object, key?: object) => () =>
  check.before?.({
    context: { state: { operation, ...(key && { caller: { key } }) } },
  } as unknown as ApiRequest);

describe('requireScope', () => {
  const needs = (scope: string | null, scopes?: readonly string[]) =>
    pass(requireScope(), { scope }, scopes && { kind: 'api_key', scopes });

  it('refuses a caller without the scope of the operation', () => {
    expect(needs('entries:read', ['account:read', 'waitlists:read'])).toThrow('needs the scope entries:read');
    expect(needs('entries:read', [])).toThrow('needs the scope entries:read');
    expect(needs('entries:read', ['account:read', 'entries:read'])).not.toThrow();
  });

  it('lets anyone call an operation without a scope', () => {
    expect(needs(null, [])).not.toThrow();
    expect(needs(null)).not.toThrow();
  });
});

describe('requirePerson', () => {
  const asks = (audience: string, kind?: string) =>
    pass(requirePerson(), { audience }, kind ? { kind } : undefined);

  it('lets only people call an operation for people', () => {
    expect(asks('people', 'session')).not.toThrow();
    for (const kind of ['api_key', 'access_token', undefined])
      expect(asks('people', kind)).toThrow('Only people signed in to the dashboard can do this');
  });

  it.each(['callers', 'anyone'])('lets every credential call an operation for %s', audience => {
    for (const kind of ['session', 'api_key', 'access_token', undefined])
      expect(asks(audience, kind)).not.toThrow();
  });
});
