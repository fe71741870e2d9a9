import type { Operation } from './operation.ts';

/** Where an operation answers, in the words of API Gateway: `GET /api/v1/waitlists/{id}`. */
export const routeKey = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * Checks what no type can: that names and routes are unique.
 * Runs when a process loads, so a mistake never reaches a request.
 * @throws {Error} naming the operation at fault.
 */
export function createRegistry(operations: readonly Operation[]): readonly Operation[] {
  const names = new Set<string>();
  const routes = new Map<string, string>();
  for (const operation of operations) {
    if (names.has(operation.name)) throw new Error(`Two operations are named ${operation.name}`);
    names.add(operation.name);

    // Two paths that differ only in the names of their parameters are one route.
    const route = routeKey(operation).replace(/\{\w+\}/g, '{}');
    const other = routes.get(route);
    if (other !== undefined) {
      throw new Error(`${operation.name} and ${other} share the route ${routeKey(operation)}`);
    }
    routes.set(route, operation.name);
  }
  return operations;
}
