import { flushCompileCache } from 'node:module';
import { createHandler } from '../../lambdas/worker/handler.ts';

/**
 * The worker in a separate process, so that a test can kill it: sends `ready`, then runs once for each message it
 * gets, and sends `ran`. It ends with the process that started it.
 */
// biome-ignore lint/style/noProcessEnv: the entry point of this process.
const worker = createHandler(process.env);
const context = { getRemainingTimeInMillis: () => 60_000 } as Parameters<typeof worker>[1];

process.on('message', async () => {
  await worker({ Records: [] }, context);
  process.send?.('ran');
});
process.once('disconnect', () => process.exit());
// A killed process does not flush its compile cache.
flushCompileCache();
process.send?.('ready');
