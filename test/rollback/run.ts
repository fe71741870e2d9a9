import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkDeployment } from './deployment.ts';
import {
  type Checkout,
  checkAppliedMigrations,
  checkOut,
  MIGRATIONS,
  requireLastRelease,
} from './previous-release.ts';

/** The tests of the request path: what customers and visitors notice of a rollback. */
const TESTS = 'test/(engine|api/(account|conventions|email-templates|entries|outbox|pages|waitlists))/';

/** The previous release's own tests, on the schema of this one. */
async function testOnThisSchema({ folder }: Checkout): Promise<void> {
  const migrations = join(folder, 'migrations');
  await rm(migrations, { recursive: true });
  await cp(MIGRATIONS, migrations, { recursive: true });
  const options = ['--selectProjects', 'integration', '--testPathPatterns', TESTS];
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...options],
    { cwd: folder, stdio: 'inherit' },
  );
  const [status] = await once(child, 'exit');
  if (status !== 0) {
    throw new Error(
      'The previous release does not work on this schema, so a rollback would fail. Expand now, contract in a later release (docs/adr/0028-expand-and-contract.md).',
    );
  }
}

try {
  await requireLastRelease();
  const previous = await checkOut();
  try {
    await checkAppliedMigrations(previous);
    await checkDeployment(previous);
    await testOnThisSchema(previous);
  } finally {
    await previous.remove();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
