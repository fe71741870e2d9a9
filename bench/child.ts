import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts one of our modules as a child process, which ends when this process ends for any reason. */
export function startChild(module: URL, signal: AbortSignal): ChildProcess {
  const child = fork(fileURLToPath(module), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], signal });
  // When the run is interrupted, the code that awaits the child handles the error.
  child.on('error', () => {});
  return child;
}

/** A child's next answer; rejects if it exits first. */
async function nextMessage<Message>(child: ChildProcess, signal: AbortSignal): Promise<Message> {
  const gone = once(child, 'exit').then(() => {
    signal.throwIfAborted();
    throw new Error(`A benchmark process ended unexpectedly: ${child.spawnargs.join(' ')}`);
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

/** Starts a process for one question. */
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

/** In a child: answers each question of the parent, and exits when the parent is gone. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches the whole group; the parent stops its children itself.
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
