import jestConfig from '../jest.config.js';

/** The tests that `npm test` leaves out, because each takes long: random input, linters, killed processes, other browsers, old releases. */
export default {
  ...jestConfig,
  rootDir: '..',
  projects: jestConfig.projects.map(({ testMatch, testPathIgnorePatterns: _, ...project }) => ({
    ...project,
    rootDir: '.',
    testMatch: testMatch.map(pattern => pattern.replace('*.test.ts', '*.slow.test.ts')),
  })),
};
