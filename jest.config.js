/** Node's own ESM loader runs under jest (Middy 7 is ESM only); swc only strips the types. */
const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  // These take long: npm run test:slow.
  testPathIgnorePatterns: ['\\.slow\\.test\\.ts$'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  ...extra,
});

/** Suites that need a database share one Postgres, started before the first of them. */
const withPostgres = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default {
  // One more than the two cores of CI: suites often wait for a disk, a child process, or a clock.
  maxWorkers: 3,
  // For what hangs. A machine of a third of the speed, with others on it, must come to the end of every test that does not.
  testTimeout: 120_000,
  // Failures only, each with its reason, and a summary; at a terminal also what is running.
  reporters: [process.stderr.isTTY ? 'default' : 'agent'],
  // Ending takes a worker with a large heap longer than the 500 ms that are the default. What never ends is still reported.
  workerGracefulExitTimeout: 30_000,
  projects: [
    project('unit', ['<rootDir>/test/unit/**/*.test.ts']),
    project('integration', ['<rootDir>/test/{api,connector,engine,local,requirements}/**/*.test.ts'], {
      ...withPostgres,
      testEnvironment: '<rootDir>/test/support/service-environment.ts',
    }),
    project('web', ['<rootDir>/test/web/**/*.test.ts'], {
      globalSetup: '<rootDir>/test/support/web-setup.ts',
      globalTeardown: '<rootDir>/test/support/web-teardown.ts',
      testEnvironment: '<rootDir>/test/support/service-environment.ts',
    }),
    project('cdk', ['<rootDir>/test/cdk/**/*.test.ts'], {
      globalSetup: '<rootDir>/test/cdk/cdk-setup.ts',
      globalTeardown: '<rootDir>/test/cdk/cdk-teardown.ts',
    }),
  ],
};
