/**
 * CloudFront Function, viewer request, for custom domains. A custom domain serves its page at `/`, the signups made
 * on it, and their places in line; every other request ends here and never reaches the API. As on our own host, the viewer's address and host are
 * passed on in headers that the viewer cannot set, and the page is one document for everybody (viewer-request.js).
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const path = tidyPath(request.uri);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isServed = isRead && (path === '/' || /^\/s\/[^/]+$/.test(path));
  const isSignup =
    (request.method === 'POST' &&
      /^\/(w\/[^/]+\/(signups|status-links|visits)|s\/[^/]+\/answers)$/.test(path)) ||
    (request.method === 'OPTIONS' && /^\/(w\/[^/]+\/signups|s\/[^/]+\/answers)$/.test(path));
  if (!isServed && !isSignup) {
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
  if (path !== request.uri && isPage(request.method, path)) return redirectTo(path, request.querystring);
  request.uri = path;
  if (path === '/') {
    request.querystring = pageQuery(request.querystring);
    request.cookies = {};
    for (const name of ['authorization', 'x-api-key', 'origin']) delete request.headers[name];
  }
  keepLanguages(request.headers);
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
