import { expect, it } from '@jest/globals';
import { formatBytes } from '../../../core/kernel/format-bytes.ts';

it.each([
  [0, '0 KB'],
  [1, '0.1 KB'],
  [1_024, '1 KB'],
  [104_857_600, '100 MB'],
  [5_368_709_120, '5 GB'],
  [52_428_801, '50.1 MB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
