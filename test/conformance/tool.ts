import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const TOOL = join(import.meta.dirname, '../../node_modules/.bin/conformance');

/**
 * Runs the protocol's conformance tool, and shows what it prints.
 * @param onOutput - receives everything printed so far
 * @returns its exit status; it is 0 when nothing failed
 */
export async function runTool(
  args: readonly string[],
  onOutput: (printed: string) => void = () => {},
): Promise<number | null> {
  const child = spawn(process.execPath, [TOOL, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', chunk => {
    process.stdout.write(chunk);
    printed += chunk;
    onOutput(printed);
  });
  const [status] = await once(child, 'close');
  return status;
}
