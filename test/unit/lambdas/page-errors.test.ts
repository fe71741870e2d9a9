import type { Logger } from '@aws-lambda-powertools/logger';
import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ApiError } from '../../../core/kernel/errors.ts';
import { createHttpChain } from '../../../lambdas/middleware/http-chain.ts';
import { pageErrors } from '../../../lambdas/middleware/page-errors.ts';
import { requestContext } from '../../../lambdas/middleware/request-context.ts';

const logger = { info() {}, error() {} } as unknown as Logger;
const event = { routeKey: 'GET /', requestContext: { requestId: 'request-<1>' } };
const context = { getRemainingTimeInMillis: () => 60_000 };

/** The page that is shown when a request fails. */
async function pageFor(thrown: Error): Promise<string> {
  const handle = createHttpChain([requestContext(logger), pageErrors(logger)], async () => {
    throw thrown;
  });
  const { body } = await handle(event as unknown as APIGatewayProxyEventV2, context as unknown as Context);
  return body ?? '';
}

describe('an error page', () => {
  it('shows the request id that it asks people to report', async () => {
    const page = await pageFor(new Error('secret'));
    expect(page).toMatch(/report the requestId/);
    expect(page).toContain('<code>request-&lt;1&gt;</code>');
    expect(page).not.toContain('secret');
  });

  it('shows none where nobody is asked for it', async () => {
    expect(await pageFor(new ApiError('forbidden', 'Not from here'))).not.toMatch(/request-|requestId/);
  });
});
