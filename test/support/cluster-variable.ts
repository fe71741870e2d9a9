/** Where the workers of a test run find its Postgres; set by `global-setup.ts`. */
export const CLUSTER_VARIABLE = 'ANTEROOM_TEST_CLUSTER';
