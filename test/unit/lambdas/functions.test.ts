import { describe, expect, it } from '@jest/globals';
import { registry } from '../../../core/registry.ts';
import { group as dashboard } from '../../../lambdas/dashboard/group.ts';
import { httpFunction } from '../../../lambdas/functions.ts';
import { groups } from '../../../lambdas/groups.ts';
import { HTTP_FUNCTIONS } from '../../../lambdas/http/routes.ts';

describe('functions', () => {
  it('are listed for every route, and any other name throws', () => {
    for (const name of HTTP_FUNCTIONS) expect(httpFunction(name).needs).not.toEqual([]);
    expect(() => httpFunction('surveys')).toThrow('lambdas/groups.ts');
  });

  it('have every operation of the registry in its group, unless its answer streams', () => {
    const served = [...groups, dashboard].flatMap(({ name, operations }) =>
      operations.map(operation => `${name} ${operation.name}`),
    );
    const expected = registry
      .filter(({ download }) => download === undefined)
      .map(({ group, name }) => `${group} ${name}`);
    expect(served.toSorted()).toEqual(expected.toSorted());
  });
});
