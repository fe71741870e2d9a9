import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ApiFunction, type ApiFunctionProps } from './api-function.ts';
import { AMAZON_AUTHORITIES } from './database.ts';

type OutsideFunctionProps = Pick<
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
class OutsideFunction extends Construct {
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

/** The function that talks to customers' databases. */
export class DatabaseConnector extends OutsideFunction {
  constructor(scope: Construct, id: string, props: OutsideFunctionProps) {
    super(scope, id, props, {
      id: 'DatabaseConnector',
      variable: 'CONNECTOR_FUNCTION_NAME',
      description: 'Anteroom: talks to the databases of customers',
      // It ends each call after 12 s itself.
      timeout: Duration.seconds(15),
    });
    // Trust RDS as well as the public authorities: many customers' databases run there.
    this.fn.lambda.addEnvironment('NODE_EXTRA_CA_CERTS', AMAZON_AUTHORITIES);
  }
}

/** The function that sends webhooks to servers of strangers. */
export class WebhookSender extends OutsideFunction {
  constructor(scope: Construct, id: string, props: OutsideFunctionProps) {
    super(scope, id, props, {
      id: 'WebhookSender',
      variable: 'WEBHOOK_SENDER_FUNCTION_NAME',
      description: 'Anteroom: sends webhooks',
      // It ends each call after 15 s itself.
      timeout: Duration.seconds(17),
    });
  }
}
