import { expect, it } from '@jest/globals';
import { toApiError } from '../../../core/kernel/errors.ts';
import { explainProblem } from '../../../core/pages/explain-problem.ts';

it('asks visitors for no request id, which their page does not show', () => {
  const { heading, advice } = explainProblem(toApiError(new Error('secret')), 'en');
  expect([heading, advice]).toEqual(['Something went wrong on our end', 'Try again in a moment.']);
});
