import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from '../constructs/alarms.ts';
import { EDGE_REGION, watchEdge } from '../constructs/edge-watches.ts';
import type { DeploymentSettings } from '../settings.ts';
import type { EdgeStack } from './edge-stack.ts';

interface EdgeAlarmsStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  readonly edge: EdgeStack;
}

/** The alarms on CloudFront, if the other stacks are in another region. */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { settings, edge, ...props }: EdgeAlarmsStackProps) {
    super(scope, id, {
      ...props,
      env: { region: EDGE_REGION },
      description: 'Anteroom: alarms on CloudFront',
    });
    new Alarms(this, 'Alarms', { watches: watchEdge(edge), settings });
  }
}
