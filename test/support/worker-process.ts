import { flushCompileCache } from 'node:module';
import { createHandler } from '../../lambdas/worker/handler.ts';

/**
 * The worker in a process of its own, so that a test can kill it: says `ready`, then runs once for each message that it
 * gets, and says `ran`. It ends with the process that started it.
 */
// biome-ignore lint/style/noProcessEnv: the entry point of this process.
const worker = createHandler(process.env);
const context = { getRemainingTimeInMillis: () => 60_000 } as Parameters<typeof worker>[1];

process.on('message', async () => {
  await worker({ Records: [] }, context);
  process.send?.('ran');
});
process.once('disconnect', () => process.exit());
// A process that is killed does not do so itself.
flushCompileCache();
process.send?.('ready');
