import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { createRegistry, routeKey } from '../../core/create-registry.ts';
import { EFFECT, type Operation } from '../../core/operation.ts';
import { registry } from '../../core/registry.ts';
import { verifies } from '../support/verifies.ts';

const operation = (changes: Partial<Operation>): Operation => ({
  name: 'get_thing',
  group: 'account',
  title: 'Get',
  summary: 'Get',
  description: 'Get',
  method: 'GET',
  path: '/api/v1/things/{id}',
  audience: 'anyone',
  scope: null,
  effect: EFFECT.read,
  status: 200,
  input: z.object({ id: z.string() }),
  output: z.object({}),
  run: async () => ({}),
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

  it('refuses a path parameter that the input lacks', () => {
    expect(() => createRegistry([operation({ input: z.object({}) })])).toThrow(
      /\{id\} of its path is not in its input/,
    );
  });
});

describe('the registry', () => {
  it(`keeps every operation under /api/v1${verifies('versioning.path-prefix')}`, () => {
    for (const { path } of registry) expect(path).toMatch(/^\/api\/v1(\/|$)/);
    expect(new Set(registry.map(routeKey)).size).toBe(registry.length);
  });

  it('names tools verb_noun and gives reads the hints of a read', () => {
    for (const { name, method, effect, audience } of registry) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      if (method === 'GET') expect(effect.readOnly).toBe(true);
      // The dashboard reads by POST what is too long for an address, and what must not stand in one.
      else if (audience !== 'people') expect(effect.readOnly).toBe(false);
      if (method === 'DELETE') expect(effect.idempotent).toBe(true);
    }
  });
});
