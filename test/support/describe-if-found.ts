import { describe, it } from '@jest/globals';
import { environment } from './launch-chromium.ts';

/**
 * A suite that needs a program. Without it the suite is reported as skipped, so that `npm test` passes on a fresh machine; if
 * `CI` is set, it fails instead, so that a missing program is noticed.
 * @param program - as in "needs a …"
 */
export function describeIfFound(
  found: boolean,
  { name, program }: { readonly name: string; readonly program: string },
  suite: () => void,
): void {
  if (found) {
    describe(name, suite);
  } else if (environment('CI')) {
    it(`${name}: needs ${program}`, () => {
      throw new Error(`CI is set, and ${program} was not found.`);
    });
  } else {
    describe.skip(`${name} (${program} not found)`, suite);
  }
}
