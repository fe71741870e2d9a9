import { greeting } from './greeting.ts';
import { LocalRunError } from './local-run-error.ts';
import { startLocal } from './run.ts';

/** npm passes on a signal that the terminal has already sent us; only a later one is a second Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/** Aborts the returned signal at the first Ctrl-C, and exits at the second. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const stop = () => {
    const now = Date.now();
    if (firstAt === undefined) {
      firstAt = now;
      console.log('\nStopping …');
      stopping.abort();
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      console.log('Stopping immediately.');
      process.exit(1);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  return stopping.signal;
}

async function serve(signal: AbortSignal): Promise<void> {
  if (process.argv.length > 2) {
    throw new LocalRunError('Settings are environment variables. For example: PORT=4000 npm start');
  }
  const startedAt = performance.now();
  // biome-ignore lint/style/noProcessEnv: the entry point, which passes the environment on.
  const run = await startLocal(process.env, { log: console.log, signal });
  console.log(greeting(run, performance.now() - startedAt));
  const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
  const failure = await Promise.race([run.failed, stopped]);
  await run.stop();
  if (failure) throw failure;
}

const signal = stopSignal();
try {
  await serve(signal);
} catch (error) {
  // Ctrl-C in a terminal also interrupts our child processes, so an interrupted start may fail in many ways.
  if (!signal.aborted) {
    console.error(error instanceof LocalRunError ? error.message : error);
    process.exitCode = 1;
  }
}
process.exit();
