import type { ApiResponse } from '../middleware/api-request.ts';

/**
 * 404 for hosts without a page, and for other paths of custom domains. Does not reveal whose server it is.
 */
export const plainNotFound = (): ApiResponse => ({
  statusCode: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'Not found\n',
});
