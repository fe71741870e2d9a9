import { guardLoops } from '../../../core/pages/guard-loops.ts';
import { findPageCodeProblem } from '../../../core/waitlists/page-code.ts';
import type { Fault } from '../components/code-editor.tsx';

/** The check that the service runs when the code is saved. */
export function findFaults(code: string): Fault[] {
  const problem = findPageCodeProblem(code);
  if (problem === null) return [];
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(problem) ?? [];
  return [{ line: Number(line ?? 1), column: Number(column ?? 1), message: `Page code ${problem}` }];
}

/** The code as a visitor's browser gets it. */
export const guardedCode = guardLoops;
