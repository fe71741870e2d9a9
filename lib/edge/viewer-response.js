/**
 * CloudFront Function, viewer response. What CloudFront may keep for some seconds, a browser must ask for again: an owner who
 * edits a page and reloads it sees the change.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const headers = event.response.headers;
  const { value } = headers['cache-control'] || { value: '' };
  if (value.includes('s-maxage')) headers['cache-control'] = { value: 'no-cache' };
  return event.response;
}
