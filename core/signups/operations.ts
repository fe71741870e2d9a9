import { addEntries } from './add-entries.ts';

export const signupOperations = [addEntries] as const;
