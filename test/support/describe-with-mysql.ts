import { describe, it } from '@jest/globals';
import { environment } from './launch-chromium.ts';
import { findMysqlProgram } from './mysql-server.ts';

/**
 * A suite that needs MySQL or MariaDB. Without one it is reported as skipped, so that `npm test` passes on a fresh
 * machine; if `CI` is set, it fails instead.
 */
export function describeWithMysql(name: string, suite: () => void, { own = false } = {}): void {
  if ((!own && environment('MYSQL_URL')) || findMysqlProgram()) {
    describe(name, suite);
  } else if (environment('CI')) {
    it(`${name}: needs a MySQL or MariaDB`, () => {
      throw new Error('CI is set, MYSQL_URL is not, and there is no mariadbd and no mysqld on the PATH.');
    });
  } else {
    describe.skip(`${name} (no MySQL or MariaDB found)`, suite);
  }
}
