import type { Schema } from '../../../core/api-description/json-schema.ts';
import { dereference } from '../../../core/kernel/dereference.ts';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface Description {
  readonly paths?: unknown;
  readonly webhooks?: unknown;
  readonly [member: string]: unknown;
}

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

/** An event of the OpenAPI description. */
export interface DocumentedEvent
  extends Pick<DescribedOperation, 'operationId' | 'summary' | 'description' | 'parameters'> {
  readonly type: string;
  readonly requestBody: { readonly content: Content };
}

/** The events of an OpenAPI description. References are resolved. */
export function documentedEvents(description: Description): DocumentedEvent[] {
  const webhooks = dereference(description.webhooks, description) as Record<
    string,
    { readonly post: Omit<DocumentedEvent, 'type'> }
  >;
  return Object.entries(webhooks).map(([type, { post }]) => ({ ...post, type }));
}

/** The operations of an OpenAPI description, in the order of its groups. References are resolved. */
export function describedOperations(description: Description): DescribedOperation[] {
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
