import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import globalTeardown from '../support/global-teardown.ts';
import { builtFile } from './built.ts';

/** Runs once after all suites. */
export default async function cdkTeardown(): Promise<void> {
  await rm(dirname(builtFile()), { recursive: true });
  await globalTeardown();
}
