import { guardLoops } from '../../../core/pages/guard-loops.ts';
import { findPageCodeProblem } from '../../../core/waitlists/page-code.ts';
import type { Fault } from '../components/code-editor.tsx';

/** The same check that the service makes when the code is saved, so that nothing that shows here is refused there. */
export function findFaults(code: string): Fault[] {
  const problem = findPageCodeProblem(code);
  if (problem === null) return [];
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(problem) ?? [];
  return [{ line: Number(line ?? 1), column: Number(column ?? 1), message: `Page code ${problem}` }];
}

/** What a visitor's browser is sent for this code. */
export const guardedCode = guardLoops;
