import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { startProcess } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

/** The warning that Node 24.0 prints when it strips types for the first time. */
const WARN = "data:text/javascript,process.emitWarning('Type Stripping is new', 'ExperimentalWarning')";

/** The words of a package.json script, after `node`. */
async function wordsOf(script: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return scripts[script].replace(/^(exec )?node /, '').split(' ');
}

it.each([
  ['admin', /^\{"error":"Unknown command".*\}\n$/],
  ['start', /^Settings are environment variables.*\n$/],
])(
  `the script "%s" reports an error without Node's own warnings on a Node that warns${verifies('admin.errors-json-on-stderr-exit-1')}`,
  async (script, said) => {
    const { ended, output } = startProcess(
      '/usr/bin/env',
      [process.execPath, `--import=${WARN}`, ...(await wordsOf(script)), 'wrong'],
      {},
    );
    expect(await ended).toBe(1);
    expect(output()).toMatch(said);
  },
);
