/**
 * CloudFront Function, viewer request, of the dashboard. Its screens have paths that only its script knows; whichever is
 * asked for, the answer is the one document.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  request.uri = '/dashboard';
  request.querystring = {};
  return request;
}
