/**
 * Lambda@Edge, origin response. API Gateway renames `WWW-Authenticate`, without which neither a 401 nor an agent's
 * sign-in works; here it gets its name back. A CloudFront Function cannot do it: none runs on an answer of 400 and above.
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
