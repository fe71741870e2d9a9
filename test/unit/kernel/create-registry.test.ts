import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { createRegistry, routeKey } from '../../../core/kernel/create-registry.ts';
import {
  defineOperation,
  definePeopleOperation,
  definePublicOperation,
  EFFECT,
  type Operation,
  pathParameters,
} from '../../../core/kernel/operation.ts';
import { registry } from '../../../core/registry.ts';
import { verifies } from '../../support/verifies.ts';

const described = {
  name: 'get_thing',
  group: 'account',
  title: 'Get',
  summary: 'Get',
  description: 'Get',
  method: 'GET',
  path: '/api/v1/things/{id}',
  effect: EFFECT.read,
  status: 200,
  run: async () => ({}),
} as const;

const operation = (changes: Partial<Operation>): Operation => ({
  ...described,
  audience: 'anyone',
  scope: null,
  input: z.object({ id: z.string() }),
  output: z.object({}),
  ...changes,
});

describe('createRegistry', () => {
  it('refuses two operations of one name', () => {
    expect(() => createRegistry([operation({}), operation({ path: '/api/v1/others/{id}' })])).toThrow(
      /two operations are named get_thing/i,
    );
  });

  it('refuses two operations on one route, whatever its parameters are called', () => {
    const other = operation({
      name: 'read_thing',
      path: '/api/v1/things/{thingId}',
      input: z.object({ thingId: z.string() }),
    });
    expect(() => createRegistry([operation({}), other])).toThrow(/read_thing and get_thing share the route/);
  });
});

describe('a definition', () => {
  it('creates its schemas once, when they are first read', () => {
    const made: string[] = [];
    const schema = (name: string) => () => {
      made.push(name);
      return z.object({});
    };
    const defined = definePublicOperation({
      ...described,
      path: '/api/v1/things',
      input: schema('input'),
      output: schema('output'),
    });
    expect(made).toEqual([]);
    expect(defined.input).toBe(defined.input);
    expect(made).toEqual(['input']);
    expect(defined.output).toBe(defined.output);
    expect(made).toEqual(['input', 'output']);
  });

  it('does not compile with a path parameter that its input lacks', () => {
    const known = { ...described, path: '/api/v1/things/{id}' } as const;
    const unknown = { ...described, path: '/api/v1/things/{no}' } as const;
    const schemas = { input: () => z.object({ id: z.string() }), output: () => z.object({}) };
    const scoped = { ...schemas, scope: 'account:read' } as const;
    const people = { ...schemas, group: 'dashboard' } as const;
    expect(definePublicOperation({ ...known, ...schemas }).audience).toBe('anyone');
    expect(defineOperation({ ...known, ...scoped })).toMatchObject({
      audience: 'callers',
      scope: 'account:read',
    });
    expect(definePeopleOperation({ ...known, ...people })).toMatchObject({ audience: 'people', scope: null });
    // @ts-expect-error
    definePublicOperation({ ...unknown, ...schemas });
    // @ts-expect-error
    defineOperation({ ...unknown, ...scoped });
    // @ts-expect-error
    definePeopleOperation({ ...unknown, ...people });
  });
});

describe('the registry', () => {
  it(`keeps every operation under /api/v1${verifies('versioning.path-prefix')}`, () => {
    for (const { path } of registry) expect(path).toMatch(/^\/api\/v1(\/|$)/);
    expect(new Set(registry.map(routeKey)).size).toBe(registry.length);
  });

  it('has every parameter of a path in the input', () => {
    for (const { path, input } of registry)
      expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(pathParameters(path)));
  });

  it('names tools verb_noun and gives reads the hints of a read', () => {
    for (const { name, method, effect, audience } of registry) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      if (method === 'GET') expect(effect.readOnly).toBe(true);
      // The dashboard reads by POST when the input is too long for a URL, or must not appear in one. An export is read later.
      else if (audience !== 'people' && name !== 'export_entries') expect(effect.readOnly).toBe(false);
      if (method === 'DELETE') expect(effect.idempotent).toBe(true);
    }
  });
});
