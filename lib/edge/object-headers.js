/**
 * CloudFront Function, viewer response. Headers that S3 cannot serve are stored as object metadata
 * (`x-amz-meta-content-security-policy`); this turns them back into headers.
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
