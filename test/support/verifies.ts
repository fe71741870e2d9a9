import type { RequirementId } from '../requirements.ts';

/**
 * The suffix of a test title that cites the rules which the test verifies:
 * ``it(`answers 404 for a foreign id${verifies('errors.404-foreign-resource')}`, …)``.
 *
 * The ids must be string literals in the call itself: `requirements/coverage.test.ts` reads them from the source.
 *
 * @returns ` [id, id]`, with the space before it
 */
export function verifies(...ids: [RequirementId, ...RequirementId[]]): string {
  return ` [${ids.join(', ')}]`;
}
