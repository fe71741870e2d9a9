/**
 * CSP of stored images, set by CloudFront and by the local server. An SVG opened directly is a document:
 * `sandbox` takes away its scripts and its origin, the rest anything it could load.
 */
export const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

export const ASSET_REFERRER_POLICY = 'no-referrer';

/** Customers' pages embed images from other hosts. */
export const ASSET_RESOURCE_POLICY = 'cross-origin';

/** Names are content hashes, so content never changes. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';
