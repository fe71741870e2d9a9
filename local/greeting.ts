import { SAMPLE } from './first-start.ts';
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

/** What is printed when the service is ready. */
export function greeting(run: LocalRun, milliseconds: number): string {
  const { url, keyFile, isFirstStart } = run;
  const made = isFirstStart ? ' (made now: the account owner@anteroom.test on plan pro)' : '';
  return `
Anteroom is ready after ${(milliseconds / 1000).toFixed(1)} s.

  Sample page   ${url}/w/${SAMPLE.slug}
  API docs      ${url}/docs
  Mail          ${url}/_local/mail
  API key       ${keyFile}${made}

Create a waitlist of your own:

${sampleCommand(run)}

Stop with Ctrl-C.
`;
}
