import type { Operation } from '../kernel/operation.ts';
import { connectDatabase } from './connect-database.ts';
import { disconnectDatabase } from './disconnect-database.ts';
import { getDatabase } from './get-database.ts';
import type { DatabaseServices } from './services.ts';

export const databaseOperations = [
  getDatabase,
  connectDatabase,
  disconnectDatabase,
] as const satisfies readonly Operation<DatabaseServices>[];
