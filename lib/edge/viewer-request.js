/**
 * CloudFront Function, viewer request. Passes on the viewer's address and host in headers that the viewer cannot set:
 * they are overwritten on every request. The origin trusts them only together with `x-origin-secret`.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
