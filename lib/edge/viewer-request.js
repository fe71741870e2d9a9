/**
 * CloudFront Function, viewer request. Leads to the one path of a page, and passes on the viewer's address and host in headers
 * that the viewer cannot set: they are overwritten on every request. The origin trusts them only together with
 * `x-origin-secret`.
 *
 * A page is one document for everybody who follows the same referral link and reads the same languages, and CloudFront keeps it. So
 * everything else that would be part of its cache key goes: campaigns in the query, cookies, credentials, and the origin.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const path = tidyPath(request.uri);
  if (path !== request.uri && isPage(request.method, path)) return redirectTo(path, request.querystring);
  request.uri = documentAt(path, request.headers.accept ? request.headers.accept.value : '');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && /^\/w\/[^/]+$/.test(path)) {
    request.querystring = pageQuery(request.querystring);
    request.cookies = {};
    for (const name of ['authorization', 'x-api-key', 'origin']) delete request.headers[name];
  }
  keepLanguages(request.headers);
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
