import { OWNER_EMAIL, SAMPLE } from './first-start.ts';
import type { LocalRun } from './run.ts';

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that creates a waitlist when pasted into a terminal, in any folder. */
export const sampleCommand = ({ url, keyFile }: Pick<LocalRun, 'url' | 'keyFile'>): string =>
  [
    `curl ${url}/api/v1/waitlists \\`,
    `  -H "Authorization: Bearer $(cat ${quoted(keyFile)})" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"name": "My product"}'`,
  ].join('\n');

/** Shown if the database has an owner, but this folder has no key. */
const keyCommand = `This folder has no API key, because the database already has an owner. Create one with the
DATABASE_URL and DATA_DIR of this server:

npm run -s admin -- key create --email ${OWNER_EMAIL} --scopes all`;

/** The message that the service is ready. */
export function greeting(run: LocalRun, milliseconds: number): string {
  const { url, keyFile, hasKey, isFirstStart } = run;
  const made = isFirstStart ? ` (new, for the account ${OWNER_EMAIL} on the Pro plan)` : '';
  const key = hasKey ? `${keyFile}${made}` : 'none yet';
  const next = hasKey ? `Create your first waitlist:\n\n${sampleCommand(run)}` : keyCommand;
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
