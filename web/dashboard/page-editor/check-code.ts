import { guardLoops } from '../../../core/page-code/guard-loops.ts';
import { findPageCodeProblem } from '../../../core/page-code/page-code.ts';
import type { Fault } from '../components/code-editor.tsx';

/** Checks page code as the service does when it is saved. `guarded` is what visitors would get; null if there are faults. */
export function checkCode(code: string): {
  readonly faults: readonly Fault[];
  readonly guarded: string | null;
} {
  const problem = findPageCodeProblem(code);
  if (problem === null) return { faults: [], guarded: guardLoops(code) };
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(problem) ?? [];
  const fault = { line: Number(line ?? 1), column: Number(column ?? 1), message: `Page code ${problem}` };
  return { faults: [fault], guarded: null };
}
