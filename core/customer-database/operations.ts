import { connectDatabase } from './connect-database.ts';
import { disconnectDatabase } from './disconnect-database.ts';
import { getDatabase } from './get-database.ts';

export const databaseOperations = [getDatabase, connectDatabase, disconnectDatabase] as const;
