/**
 * CloudFront Function, viewer request, for the dashboard. Only its script knows the paths of its screens, so every path
 * returns the same document.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const path = tidyPath(request.uri);
  if (path !== request.uri) return redirectTo(path, request.querystring);
  request.uri = '/dashboard';
  request.querystring = {};
  return request;
}
