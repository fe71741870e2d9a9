import * as z from 'zod';
import { DateTime, ScopeName, Uuid } from '../kernel/schemas.ts';
import type { ApiKeyRecord } from './api-key-store.ts';

/** An API key as the dashboard shows it. */
export const Key = () =>
  z.object({
    id: Uuid,
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins' }),
    scopes: z.array(ScopeName),
    createdAt: DateTime,
    lastUsedAt: DateTime.nullable(),
  });
export type Key = z.output<ReturnType<typeof Key>>;

export const toKey = ({ id, name, prefix, scopes, createdAt, lastUsedAt }: ApiKeyRecord): Key => ({
  id,
  name,
  prefix,
  scopes: [...scopes],
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
