/**
 * CloudFront Function, viewer request. Says who asks and for which host, in headers that the viewer cannot choose: they
 * are set on every request, whatever it brought. The origin believes them only beside `x-origin-secret`.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
