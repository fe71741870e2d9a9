import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Function as CloudFrontFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../edge', file), 'utf8');

/** The code of a CloudFront Function of viewer requests. CloudFront knows no modules, so it begins with what they share. */
export const viewerRequestCode = (file: string): string =>
  ['tidy-path.js', 'languages.js', file].map(each => read(each).replace(/^export .*$/m, '')).join('');

/** A CloudFront Function from `lib/edge/`. Those of viewer requests end with `-request.js`; the others are of responses. */
export function createViewerFunction(
  scope: Construct,
  id: string,
  file: string,
  comment: string,
): FunctionAssociation {
  const isRequest = file.endsWith('-request.js');
  return {
    function: new CloudFrontFunction(scope, id, {
      comment,
      code: FunctionCode.fromInline(isRequest ? viewerRequestCode(file) : read(file)),
      runtime: FunctionRuntime.JS_2_0,
    }),
    eventType: isRequest ? FunctionEventType.VIEWER_REQUEST : FunctionEventType.VIEWER_RESPONSE,
  };
}
