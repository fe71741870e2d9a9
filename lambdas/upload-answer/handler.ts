import { readFileSync } from 'node:fs';
import type { CloudFrontResponseEvent, CloudFrontResponseResult } from 'aws-lambda';
import * as z from 'zod';
import { createInvoker, type Invoke } from '../../adapters/lambda/invoker.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createLogger } from '../services/logger.ts';
import { answerUpload } from './answer-upload.ts';

/**
 * The processor to call. Lambda@Edge has no environment variables, so the stack writes this next to the
 * code.
 */
const Processor = z.object({ functionName: z.string(), region: z.string() });
export const PROCESSOR_FILE = 'processor.json';

/** Lambda@Edge, origin response of the upload route (ADR 10). */
export function createHandler(): (event: CloudFrontResponseEvent) => Promise<CloudFrontResponseResult> {
  const logger = createLogger('upload-answer', { LOG_LEVEL: 'ERROR' });
  let invoke: Invoke | undefined;
  const process: Invoke = payload => {
    invoke ??= createInvoker(
      Processor.parse(JSON.parse(readFileSync(new URL(PROCESSOR_FILE, import.meta.url), 'utf8'))),
    );
    return invoke(payload);
  };
  return event => {
    const response = event.Records[0]?.cf.response;
    if (!response) throw new Error('CloudFront sent no response');
    return answerUpload(response, process, (error, requestId) =>
      logger.error('upload failed', { requestId, cause: { ...describeFailure(error) } }),
    );
  };
}
