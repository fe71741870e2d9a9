/** Where the workers of a test run find its Postgres; set by `global-setup.ts`. */
export const CLUSTER_VARIABLE = 'ANTEROOM_TEST_CLUSTER';
/** Where each worker finds its Chromium, comma-separated; set by `web-setup.ts`. */
export const CHROMIUMS_VARIABLE = 'ANTEROOM_TEST_CHROMIUMS';
