import { describe, expect, it } from '@jest/globals';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { ApiFunction } from '../../lib/constructs/api-function.ts';
import { connector, runtime, workerQueue } from '../../settings/needs.ts';

const createFunction = () =>
  new ApiFunction(new Stack(), 'Function', {
    bundle: {
      name: 'example',
      code: Buffer.from(''),
      deferred: new Map(),
      bytes: 0,
      deferredBytes: 0,
      hash: '',
      metafile: { inputs: {}, outputs: {} },
    },
    description: 'An example',
    logRetention: RetentionDays.ONE_DAY,
    removalPolicy: RemovalPolicy.DESTROY,
  });

describe('the variables of a function', () => {
  it('include everything its needs require, or synthesis fails', () => {
    const fn = createFunction();
    fn.setVariable('WORKER_QUEUE_URL', 'https://queue.example');
    expect(() => fn.checkVariables([runtime, workerQueue])).not.toThrow();
    expect(() => fn.checkVariables([runtime, workerQueue, connector])).toThrow(
      'example needs CONNECTOR_FUNCTION_NAME, which no grant sets',
    );
  });

  it('include nothing its needs do not have', () => {
    const fn = createFunction();
    fn.setVariable('WORKER_QUEUE_URL', 'https://queue.example');
    expect(() => fn.checkVariables([runtime])).toThrow('example was granted WORKER_QUEUE_URL');
  });
});
