import type { ApiResponse } from '../middleware/api-request.ts';

/** What a host answers that shows no page, and a custom domain beside its page: nothing that says whose server it is. */
export const plainNotFound = (): ApiResponse => ({
  statusCode: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'Not found\n',
});
