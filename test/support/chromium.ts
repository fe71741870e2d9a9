import { describe, it } from '@jest/globals';
import { environment, findChromium } from './launch-chromium.ts';

export { findChromium, launchChromium } from './launch-chromium.ts';

/**
 * A suite that needs a browser. Without one it is reported as skipped, so that `npm test` passes on a fresh machine; where
 * `CI` is set it fails instead, so that it cannot go missing unseen.
 */
export function describeWithChromium(name: string, suite: () => void): void {
  if (findChromium()) {
    describe(name, suite);
  } else if (environment('CI')) {
    it(`${name}: needs a Chromium`, () => {
      throw new Error('CI is set and no Chromium was found.');
    });
  } else {
    describe.skip(`${name} (no Chromium found)`, suite);
  }
}
