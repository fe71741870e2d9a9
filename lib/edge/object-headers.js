/**
 * CloudFront Function, viewer response. An object's headers that S3 cannot serve are kept as its metadata
 * (`x-amz-meta-content-security-policy`); here they become headers again.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const headers = event.response.headers;
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-amz-meta-')) {
      headers[name.slice('x-amz-meta-'.length)] = headers[name];
      delete headers[name];
    }
  }
  return event.response;
}
