/**
 * Lambda@Edge, origin response. API Gateway renames `WWW-Authenticate`, which 401 responses and agents' sign-in need;
 * this restores it. A CloudFront Function does not run on statuses of 400 and above.
 */
exports.handler = async event => {
  const response = event.Records[0].cf.response;
  const remapped = response.headers['x-amzn-remapped-www-authenticate'];
  if (remapped) {
    response.headers['www-authenticate'] = remapped.map(({ value }) => ({ key: 'WWW-Authenticate', value }));
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
};
