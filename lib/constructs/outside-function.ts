import { Construct } from 'constructs';
import { ApiFunction, type ApiFunctionProps } from './api-function.ts';

export type OutsideFunctionProps = Pick<
  ApiFunctionProps,
  'bundle' | 'reservedConcurrency' | 'logRetention' | 'removalPolicy'
>;

interface Kind extends Pick<ApiFunctionProps, 'description' | 'timeout'> {
  readonly id: string;
  /** The variable that tells its callers its name. */
  readonly variable: string;
}

/**
 * A function that talks to machines of strangers. It runs outside the VPC and may only write its log, so an attacker who
 * takes it over gets internet access and nothing else.
 */
export class OutsideFunction extends Construct {
  readonly fn: ApiFunction;
  readonly #variable: string;

  constructor(
    scope: Construct,
    id: string,
    props: OutsideFunctionProps,
    { id: fnId, variable, ...own }: Kind,
  ) {
    super(scope, id);
    this.#variable = variable;
    this.fn = new ApiFunction(this, fnId, { ...props, ...own, memorySize: 512 });
  }

  /** Lets a function call it. */
  grantInvoke(fn: ApiFunction): void {
    // Without a qualifier: CDK's `grantInvoke` would add every version by a wildcard.
    this.fn.lambda.grantInvokeLatestVersion(fn.role);
    fn.setVariable(this.#variable, this.fn.lambda.functionName);
  }
}
