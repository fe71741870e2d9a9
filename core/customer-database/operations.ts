import type { Operation } from '../kernel/operation.ts';
import { connectDatabase } from './connect-database.ts';
import type { DatabaseServices } from './database-store.ts';
import { disconnectDatabase } from './disconnect-database.ts';
import { getDatabase } from './get-database.ts';

export const databaseOperations = [
  getDatabase,
  connectDatabase,
  disconnectDatabase,
] as const satisfies readonly Operation<DatabaseServices>[];
