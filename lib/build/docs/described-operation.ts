import type { Schema } from '../../../core/api-description/json-schema.ts';
import { dereference } from '../../../core/kernel/dereference.ts';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** An operation of the OpenAPI description. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly security: readonly unknown[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Content;
      }
    >
  >;
}

/** The operations of an OpenAPI description, in the order of its groups. References are resolved. */
export function describedOperations(description: {
  readonly paths?: unknown;
  readonly [member: string]: unknown;
}): DescribedOperation[] {
  const paths = dereference(description.paths, description) as Record<
    string,
    Record<string, Omit<DescribedOperation, 'method' | 'path'>>
  >;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}
