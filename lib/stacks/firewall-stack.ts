import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Firewall, type FirewallProps } from '../constructs/firewall.ts';

interface FirewallStackProps extends StackProps {
  readonly firewall: FirewallProps;
}

/** Resources that CloudFront requires in us-east-1, wherever the other stacks are. */
export class FirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { firewall, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, env: { region: 'us-east-1' }, description: 'Anteroom: firewall' });
    this.webAclArn = new Firewall(this, 'Firewall', firewall).webAclArn;
  }
}
