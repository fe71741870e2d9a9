/** Where Lambda keeps Amazon's certificate authorities; Node.js trusts no certificate of RDS without them. */
export const AMAZON_AUTHORITIES = '/var/runtime/ca-cert.pem';
