import { SCOPES } from '../../core/kernel/scopes.ts';
import type { AdminCommand } from './admin-command.ts';
import { ADMIN_COMMANDS } from './commands.ts';

export const PREFIX = 'npm run -s admin --';

const describe = ({ usage, purpose }: AdminCommand): string => `  ${usage}\n      ${purpose}`;

const scopes = Object.entries(SCOPES).map(([scope, grants]) => `  ${scope.padEnd(18)} ${grants}`);

/** Everything the command can do, for a person at a terminal. */
export const HELP = `\
Shows and manages accounts, keys, licenses, signups, and jobs.

Usage: ${PREFIX} <command> <options>

Commands
${[...ADMIN_COMMANDS.values()].map(describe).join('\n')}

Scopes of a key: all, or some of these, separated by commas
${scopes.join('\n')}

Uses the database in DATABASE_URL, or else the one in DATA_DIR (.anteroom by default). The server can be running or not.
Prints one JSON object: what it did, or on standard error why not, with exit code 1. --json changes nothing.

Examples
  ${PREFIX} account create --email ada@example.com --plan pro
  ${PREFIX} key create --email ada@example.com --scopes waitlists:read,entries:read --name "Nightly report"
  ${PREFIX} waitlist license --id rocket-bikes
  ${PREFIX} signup show --waitlist rocket-bikes --email ada@example.com
`;

/** Whether a person asks what the command can do. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.some(arg => arg === '--help' || arg === '-h');
