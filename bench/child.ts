import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts one of our modules as a process of its own. It ends with this one, however this one ends. */
export function startChild(module: URL, signal: AbortSignal): ChildProcess {
  const child = fork(fileURLToPath(module), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], signal });
  // An interrupted run: the code awaiting the child handles the error.
  child.on('error', () => {});
  return child;
}

/** What a child answers; rejects when it ends without a word. */
async function nextMessage<Message>(child: ChildProcess, signal: AbortSignal): Promise<Message> {
  const gone = once(child, 'exit').then(() => {
    signal.throwIfAborted();
    throw new Error(`A process of the benchmark ended: ${child.spawnargs.join(' ')}`);
  });
  const [message] = await Promise.race([once(child, 'message'), gone]);
  return message as Message;
}

export async function ask<Answer>(
  child: ChildProcess,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  child.send(question as object);
  return nextMessage<Answer>(child, signal);
}

/** Asks a process that is started for this one question. */
export async function runChild<Answer>(module: URL, question: unknown, signal: AbortSignal): Promise<Answer> {
  const child = startChild(module, signal);
  try {
    return await ask<Answer>(child, question, signal);
  } finally {
    await stopChild(child);
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  child.kill('SIGTERM');
  await ended;
}

/** In a child: answers each question of the parent, and ends when the parent has gone. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches the whole group; the parent ends its children itself.
  process.on('SIGINT', () => {});
  process.on('message', question => {
    answer(question as Question).then(
      result => process.send?.(result as object),
      error => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
