/** Node's own ESM loader runs under jest (Middy 7 is ESM only); swc only strips the types. */
const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } }],
  },
  ...extra,
});

export default {
  projects: [
    project('unit', ['<rootDir>/test/unit/**/*.test.ts']),
    project('integration', ['<rootDir>/test/{api,engine,local,web,requirements}/**/*.test.ts']),
    project('cdk', ['<rootDir>/test/cdk/**/*.test.ts']),
  ],
};
