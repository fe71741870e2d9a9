import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AMAZON_AUTHORITIES } from './database.ts';
import { OutsideFunction, type OutsideFunctionProps } from './outside-function.ts';

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
