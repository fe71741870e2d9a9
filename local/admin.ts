import { randomUUID } from 'node:crypto';
import { ApiError, toApiError } from '../core/kernel/errors.ts';
import { asksForHelp, HELP } from './admin/help.ts';
import { runAdminCommand } from './admin/run-command.ts';
import { LocalRunError } from './local-run-error.ts';

/** The error to print. The command is run by its developer, so unexpected errors are shown as they are. */
function toBody(thrown: unknown): object {
  if (thrown instanceof ApiError) {
    const { requestId: _, ...body } = thrown.toBody(randomUUID());
    return body;
  }
  const error = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    error,
    code: toApiError(thrown).code,
    ...(thrown instanceof LocalRunError && { resolution: error }),
  };
}

const args = process.argv.slice(2);
try {
  // biome-ignore lint/style/noProcessEnv: the entry point, which passes the environment on.
  const run = async () => `${JSON.stringify(await runAdminCommand(args, process.env))}\n`;
  process.stdout.write(asksForHelp(args) ? HELP : await run());
} catch (error) {
  process.stderr.write(`${JSON.stringify(toBody(error))}\n`);
  process.exitCode = 1;
}
