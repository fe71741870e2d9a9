import fc from 'fast-check';

/** Values that break careless code. */
export const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  -1,
  0,
  1e308,
  2 ** 53,
  'a'.repeat(10_000),
  [],
  {},
  true,
  // `new URL` accepts both and replaces the characters that the database cannot store.
  'https://e.com/a\u0000.png',
  'https://e.com/\ud800',
  // Each level is one recursive call in code that walks the syntax tree.
  `function GeneratedWaitlist() { return ${'!'.repeat(2_000)}1 }`,
];

/** Any JSON, with the hostile values much more often than by chance. */
export const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...hostileValues),
);
