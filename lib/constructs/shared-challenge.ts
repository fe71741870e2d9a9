import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';

/**
 * The service's own bot-challenge keys. The operator creates the secret before the first deployment: with a generated
 * value nobody could join.
 */
export class SharedChallenge extends Construct {
  private readonly siteKey: string;
  private readonly secretArn: string;

  constructor(scope: Construct, id: string, { siteKey, secretArn }: DeploymentSettings['turnstile']) {
    super(scope, id);
    this.siteKey = siteKey;
    this.secretArn = secretArn;
  }

  /** Tells a function the public site key. */
  grantShow(fn: ApiFunction): void {
    fn.setVariable('TURNSTILE_SITE_KEY', this.siteKey);
  }

  /** Lets a function show the challenge and verify its tokens. */
  grantVerify(fn: ApiFunction): void {
    this.grantShow(fn);
    fn.grantSecret('TURNSTILE_SECRET_ARN', this.secretArn);
  }
}
