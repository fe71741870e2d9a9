import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../core/languages/language.ts';
import { LANGUAGES as EDGE_LANGUAGES, tidyLanguages } from '../../../lib/edge/languages.js';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { verifies } from '../../support/verifies.ts';

describe('tidyLanguages', () => {
  it('knows the languages of waitlists', () => expect(EDGE_LANGUAGES).toEqual(LANGUAGES));

  it.each([
    ['', ''],
    ['de', 'de'],
    ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de,en'],
    ['en;q=0.3,fr;q=0.7,ja', 'ja,fr,en'],
    ['fr, FR-ca, en ; q = 0.5', 'fr,en'],
    ['de;q=0,en', 'en'],
    ['*', ''],
    ['zh-CN,ko', ''],
    ['de;q=x,en;q=2', 'en,de'],
  ])(`writes %j as %j${verifies('languages.edge')}`, (sent, tidy) => {
    expect(tidyLanguages(sent)).toBe(tidy);
    expect(tidyLanguages(tidy)).toBe(tidy);
  });

  it('takes no time for a long header', () => {
    expect(cpuMilliseconds(() => tidyLanguages('de;q=0.1,'.repeat(100_000)))).toBeLessThan(50);
  });
});
