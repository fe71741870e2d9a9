/** What the worker must be told and a test does not use: nobody answers there. */
export const UNUSED_BY_WORKER = {
  SEAL_KEY: Buffer.alloc(32).toString('base64'),
  CONNECTOR_FUNCTION_NAME: 'unused',
  WORKER_QUEUE_URL: 'http://127.0.0.1:9/000000000000/unused',
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9',
  ASSETS_BUCKET: 'unused',
  FALLBACK_ORIGIN: 'cname.anteroom.example',
  DOMAINS_DISTRIBUTION_ID: 'unused',
  DOMAINS_CONNECTION_GROUP_ID: 'unused',
  DOMAINS_TAG: 'name=unused',
} as const;
