import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionNetwork } from '../constructs/api-function.ts';
import { Database } from '../constructs/database.ts';
import { DigestKey } from '../constructs/digest-key.ts';
import { SealKey } from '../constructs/seal-key.ts';
import type { DeploymentSettings } from '../settings.ts';

interface DataStackProps extends StackProps {
  readonly settings: DeploymentSettings;
}

/** Everything that must not be lost, and its network. */
export class DataStack extends Stack {
  readonly database: Database;
  readonly digestKey: DigestKey;
  readonly sealKey: SealKey;
  /** For functions that use the database. */
  readonly network: FunctionNetwork;

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, {
      ...props,
      description: 'Anteroom: network, database, keys',
      terminationProtection: settings.preset.keepData,
    });
    const removalPolicy = settings.preset.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const vpc = this.createVpc(settings);
    this.database = new Database(this, 'Database', {
      vpc,
      encryptionKey: new Key(this, 'DataKey', {
        description: 'Anteroom: the database and its snapshots',
        enableKeyRotation: true,
        removalPolicy,
      }),
      preset: settings.preset,
      snapshotArn: settings.databaseSnapshotArn,
      // A deleted production cluster leaves a snapshot; the key it needs is retained above.
      removalPolicy: settings.preset.keepData ? RemovalPolicy.SNAPSHOT : RemovalPolicy.DESTROY,
    });
    this.digestKey = new DigestKey(this, 'DigestKey', { removalPolicy });
    this.sealKey = new SealKey(this, 'SealKey', { removalPolicy });
    this.network = { vpc, securityGroup: this.database.clientSecurityGroup };
  }

  private createVpc(settings: DeploymentSettings): IVpc {
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.40.0.0/16'),
      maxAzs: 2,
      natGateways: settings.preset.natGateways,
      subnetConfiguration: [
        { name: 'Public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
        { name: 'Database', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    vpc.addFlowLog('Rejected', {
      trafficType: FlowLogTrafficType.REJECT,
      destination: FlowLogDestination.toCloudWatchLogs(
        new LogGroup(this, 'RejectedTraffic', {
          retention: settings.preset.logDays,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      ),
    });
    return vpc as IVpc;
  }
}
