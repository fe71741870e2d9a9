import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ApiFunction, type ApiFunctionProps } from './api-function.ts';
import { AMAZON_AUTHORITIES } from './database.ts';

/**
 * The function that talks to customers' databases. It runs outside the VPC and may only write its log, so an attacker
 * who takes it over gets internet access and nothing else.
 */
export class DatabaseConnector extends Construct {
  readonly fn: ApiFunction;

  constructor(
    scope: Construct,
    id: string,
    props: Pick<ApiFunctionProps, 'bundle' | 'reservedConcurrency' | 'logRetention' | 'removalPolicy'>,
  ) {
    super(scope, id);
    this.fn = new ApiFunction(this, 'DatabaseConnector', {
      ...props,
      description: 'Anteroom: talks to the databases of customers',
      // It ends each call after 12 s itself.
      timeout: Duration.seconds(15),
      memorySize: 512,
    });
    // Trust RDS as well as the public authorities: many customers' databases run there.
    this.fn.lambda.addEnvironment('NODE_EXTRA_CA_CERTS', AMAZON_AUTHORITIES);
  }

  /** Lets a function call it to talk to a database. */
  grantInvoke(fn: ApiFunction): void {
    // Without a qualifier: CDK's `grantInvoke` would add every version by a wildcard.
    this.fn.lambda.grantInvokeLatestVersion(fn.role);
    fn.setVariable('CONNECTOR_FUNCTION_NAME', this.fn.lambda.functionName);
  }
}
