import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jestConfig from '../jest.config.js';

const { displayName: _, ...unit } = jestConfig.projects.find(({ displayName }) => displayName === 'unit');

/** `npm run mutation`: changes the rules one expression at a time and lists the changes that no unit test notices. */
export default {
  mutate: ['core/**/*.ts', 'lambdas/middleware/*.ts'],
  // Texts. Types catch most other strings.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What runs once, when a module is loaded, would need every test.
  ignoreStatic: true,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  coverageAnalysis: 'perTest',
  jest: {
    projectType: 'custom',
    config: {
      ...unit,
      // Stryker merges this with jest.config.js, whose projects would win.
      projects: [],
      // The first three test no rules. The others load every function, which takes seconds for each change.
      testPathIgnorePatterns: ['/unit/(bench|build|docs)/', '/unit/lambdas/(edge|functions).test'],
    },
  },
  // TypeScript 7 has no API that Stryker could read a tsconfig.json with.
  tsconfigFile: '',
  ignorePatterns: ['/cdk.out', '/dist', '/docs', '/web'],
  // Outside the tree, so that jest does not find the copies.
  tempDirName: join(tmpdir(), 'anteroom-mutation'),
  cleanTempDir: 'always',
  concurrency: 2,
  timeoutMS: 15_000,
  reporters: ['clear-text', 'json', 'progress'],
  clearTextReporter: { allowEmojis: false, reportTests: false },
  jsonReporter: { fileName: 'dist/mutation.json' },
};
