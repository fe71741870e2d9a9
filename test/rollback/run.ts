import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, rm } from 'node:fs/promises';
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

/**
 * Tests that look into a table, and not at what anybody is told, and the migration that changed what they see: they are left out where
 * the previous release does not have it. A trigger on the outbox does not fire for the jobs of signups since 0031, where a worker of
 * that release finishes them; that it loses none when it is killed is in crashes.test too.
 */
const LOOK_INSIDE = { tests: 'test/api/outbox/killed-server[.]test', since: '0031_jobs_that_arrive.sql' };

/** The previous release's own tests, on the schema of this one. */
async function testOnThisSchema({ folder }: Checkout): Promise<void> {
  const migrations = join(folder, 'migrations');
  const ignored = (await readdir(migrations)).includes(LOOK_INSIDE.since) ? [] : [LOOK_INSIDE.tests];
  await rm(migrations, { recursive: true });
  await cp(MIGRATIONS, migrations, { recursive: true });
  const options = [
    ...['--selectProjects', 'integration', '--testPathPatterns', TESTS],
    ...['--testPathIgnorePatterns', '/node_modules/', ...ignored],
  ];
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
