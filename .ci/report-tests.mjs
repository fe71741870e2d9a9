// Sums up the tests in one line. Fails on a skipped test: in CI every test must run.
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const skipped = report.testResults.flatMap(file =>
  file.assertionResults
    .filter(test => !['passed', 'failed'].includes(test.status))
    .map(test => test.fullName),
);
for (const name of skipped) console.error(`skipped: ${name}`);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} skipped`);
if (skipped.length > 0 || report.numFailedTests > 0 || report.numPassedTests === 0) process.exitCode = 1;
