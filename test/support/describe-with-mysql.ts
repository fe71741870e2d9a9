import { describeIfFound } from './describe-if-found.ts';
import { environment } from './launch-chromium.ts';
import { findMysqlProgram } from './mysql-server.ts';

/** A suite that needs MySQL or MariaDB: the one that `MYSQL_URL` names, unless it needs its own. */
export const describeWithMysql = (name: string, suite: () => void, { own = false } = {}): void =>
  describeIfFound(
    Boolean(!own && environment('MYSQL_URL')) || findMysqlProgram() !== null,
    { name, program: 'MySQL or MariaDB' },
    suite,
  );
