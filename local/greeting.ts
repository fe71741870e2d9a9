import { OWNER_EMAIL, SAMPLE } from './first-start.ts';
import type { LocalRun } from './run.ts';

/** Text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that creates a waitlist when it is pasted into a terminal, in whatever folder. */
export const sampleCommand = ({ url, keyFile }: Pick<LocalRun, 'url' | 'keyFile'>): string =>
  [
    `curl ${url}/api/v1/waitlists \\`,
    `  -H "Authorization: Bearer $(cat ${quoted(keyFile)})" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"name": "My product"}'`,
  ].join('\n');

/** What a folder says that the database's first key was not written to. */
const keyCommand = `This folder holds no API key, because the database has its owner already. Make one, with the
DATABASE_URL and DATA_DIR of this server:

npm run -s admin -- key create --email ${OWNER_EMAIL} --scopes all`;

/** What is printed when the service is ready. */
export function greeting(run: LocalRun, milliseconds: number): string {
  const { url, keyFile, hasKey, isFirstStart } = run;
  const made = isFirstStart ? ` (made now: the account ${OWNER_EMAIL} on plan pro)` : '';
  const key = hasKey ? `${keyFile}${made}` : 'none yet';
  const next = hasKey ? `Create a waitlist of your own:\n\n${sampleCommand(run)}` : keyCommand;
  return `
Anteroom is ready after ${(milliseconds / 1000).toFixed(1)} s.

  Dashboard     ${url}/dashboard
  Sample page   ${url}/w/${SAMPLE.slug}
  API docs      ${url}/docs
  Mail          ${url}/_local/mail
  API key       ${key}

${next}

Stop with Ctrl-C.
`;
}
