/**
 * What every stored image is served with, by CloudFront and by the local server. Opened by itself an SVG is a document:
 * `sandbox` takes its scripts and its origin, the rest everything that it could load.
 */
export const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

export const ASSET_REFERRER_POLICY = 'no-referrer';

/** Pages of customers show them from their own hosts. */
export const ASSET_RESOURCE_POLICY = 'cross-origin';

/** What a name stands for never changes. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';
