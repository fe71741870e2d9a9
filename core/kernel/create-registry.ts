import type { Operation } from './operation.ts';

/** The route key in API Gateway's format: `GET /api/v1/waitlists/{id}`. */
export const routeKey = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * Checks what types cannot: that names and routes are unique, and that what is created has an address. Runs at load, so a mistake never reaches a
 * request.
 * @throws {Error} naming the operation
 */
export function createRegistry(operations: readonly Operation[]): readonly Operation[] {
  const names = new Set<string>();
  const routes = new Map<string, string>();
  for (const operation of operations) {
    if (names.has(operation.name)) throw new Error(`Two operations are named ${operation.name}`);
    names.add(operation.name);
    if (operation.status === 201 && operation.audience === 'callers' && !operation.location) {
      throw new Error(`${operation.name} creates something and does not say where`);
    }

    // Paths that differ only in parameter names are the same route.
    const route = routeKey(operation).replace(/\{\w+\}/g, '{}');
    const other = routes.get(route);
    if (other !== undefined) {
      throw new Error(`${operation.name} and ${other} share the route ${routeKey(operation)}`);
    }
    routes.set(route, operation.name);
  }
  return operations;
}
