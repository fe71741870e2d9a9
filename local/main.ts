import { greeting } from './greeting.ts';
import { LocalRunError } from './local-run-error.ts';
import { type LocalRun, startLocal } from './run.ts';

/** npm passes a signal on that the terminal has sent to us already; only a later one is a second wish. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 100;
const LAST_RESORT_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function complain(error: unknown): void {
  if (error instanceof LocalRunError) console.error(`\n${error.message}`);
  else console.error(error);
}

/** Calls back at the first wish to stop, and at each later one. */
function onStopWish(wished: (isFirst: boolean) => void): void {
  let firstAt: number | undefined;
  const wish = () => {
    const now = Date.now();
    if (firstAt !== undefined && now - firstAt < SAME_SIGNAL_MS) return;
    const isFirst = firstAt === undefined;
    firstAt ??= now;
    wished(isFirst);
  };
  for (const signal of SIGNALS) process.on(signal, wish);

  // The shell that npm puts between itself and us may die of a signal without passing it on.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    wish();
  }, PARENT_CHECK_MS);
  watch.unref();
}

async function main(): Promise<void> {
  if (process.argv.length > 2) {
    throw new LocalRunError(
      'Settings are environment variables, as in: PORT=4000 DATA_DIR=/tmp/anteroom npm start',
    );
  }
  const startedAt = performance.now();
  let isStopping = false;
  // biome-ignore lint/style/noProcessEnv: the entry point, which hands the environment inward.
  const starting = startLocal(process.env, { log: console.log });

  const stop = async (): Promise<void> => {
    const run = await starting;
    await run.stop();
    process.exit(process.exitCode ?? 0);
  };
  const kill = async (): Promise<void> => {
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    await (await starting).kill();
    process.exit(1);
  };
  onStopWish(isFirst => {
    isStopping = true;
    console.log(isFirst ? '\nStopping …' : 'Stopping at once.');
    (isFirst ? stop() : kill()).catch(fail);
  });

  const run: LocalRun = await starting;
  if (!isStopping) console.log(greeting(run, performance.now() - startedAt));
  const failure = await run.failed;
  process.exitCode = 1;
  complain(failure);
  await run.stop();
  process.exit();
}

function fail(error: unknown): void {
  complain(error);
  process.exit(1);
}

main().catch(fail);
