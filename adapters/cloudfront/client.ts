import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { clientSettings, timeouts } from '../aws-client.ts';

/** Receives the code and message of each error from CloudFront. */
export type OnRefused = (refusal: { readonly code: string; readonly message: string }) => void;

/** Limit for all calls of one step together: a job must end well before its function does. */
export const STEP_MS = 12_000;

/** @param endpoint - only for stand-ins of CloudFront */
export const createClient = (endpoint: string | undefined): CloudFrontClient =>
  new CloudFrontClient({
    // CloudFront is global; its API is in us-east-1.
    ...clientSettings({ region: 'us-east-1', endpoint }),
    maxAttempts: 3,
    requestHandler: timeouts({ connectMs: 1_000, answerMs: 4_000 }),
  });

/** The name of an error; for errors of the SDK, CloudFront's code. */
export const codeOf = (error: unknown): string => (error instanceof Error ? error.name : '');
