/**
 * CloudFront Function, viewer request, for custom domains. A custom domain serves its page at `/`, the signups made
 * on it, and their places in line; every other request ends here and never reaches the API. As on our own host, the viewer's address and host are
 * passed on in headers that the viewer cannot set.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isPage = isRead && (request.uri === '/' || /^\/s\/[^/]+$/.test(request.uri));
  const isSignup =
    (request.method === 'POST' && /^\/w\/[^/]+\/(signups|status-links)$/.test(request.uri)) ||
    (request.method === 'OPTIONS' && /^\/w\/[^/]+\/signups$/.test(request.uri));
  if (!isPage && !isSignup) {
    return {
      statusCode: 404,
      statusDescription: 'Not Found',
      headers: {
        'content-type': { value: 'text/plain; charset=utf-8' },
        'cache-control': { value: 'no-store' },
      },
      body: { encoding: 'text', data: 'Not found\n' },
    };
  }
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
