/** Amazon's certificate authorities in Lambda's runtime. Node.js needs them to trust RDS certificates. */
export const AMAZON_AUTHORITIES = '/var/runtime/ca-cert.pem';
