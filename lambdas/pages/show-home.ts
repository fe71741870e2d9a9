import { type HomeView, renderHome } from '../../core/home/render-home.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

/** Only our own files; its one form starts to sign in. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  // Lighthouse, for one, reads `/robots.txt` from within the page.
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Short, so that a deployment shows at once.
  'cache-control': 'public, max-age=60',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** `GET /` on our own host. */
export function createShowHome(view: HomeView) {
  const html = renderHome(view);
  return async (): Promise<ApiResponse> => ({
    statusCode: 200,
    headers: { ...HEADERS },
    body: html,
  });
}
