import { createHash } from 'node:crypto';
import { Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { type IVpc, Peer, Port, SecurityGroup, SubnetType } from 'aws-cdk-lib/aws-ec2';
import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  AuroraPostgresEngineVersion,
  type CfnDBCluster,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  ParameterGroup,
} from 'aws-cdk-lib/aws-rds';
import { Construct } from 'constructs';
import type { StagePreset } from '../presets.ts';
import type { ApiFunction } from './api-function.ts';

/** Amazon's certificate authorities in Lambda's runtime. Node.js needs them to trust RDS certificates. */
export const AMAZON_AUTHORITIES = '/var/runtime/ca-cert.pem';

const DATABASE = 'anteroom';

/** The database role of functions, which may only use rows and routines. `migrate` creates it. */
const APPLICATION_USER = 'anteroom';

/** How long functions wait for a paused database, which takes 15 seconds and more to wake; they must answer in 29. */
const WAKING_SECONDS = 25;

export interface DatabaseProps {
  readonly vpc: IVpc;
  readonly encryptionKey: Key;
  readonly preset: StagePreset;
  readonly removalPolicy: RemovalPolicy;
  /** Omitted: starts empty. */
  readonly snapshotArn?: string | undefined;
}

/** Aurora PostgreSQL in isolated subnets, with IAM authentication over TLS. */
export class Database extends Construct {
  readonly cluster: DatabaseCluster;
  /** Functions with this security group may connect to the database and to AWS's own endpoints. */
  readonly clientSecurityGroup: SecurityGroup;
  /** Whether it pauses while nobody is connected. */
  readonly #pauses: boolean;

  constructor(scope: Construct, id: string, props: DatabaseProps) {
    super(scope, id);
    const { vpc, encryptionKey, preset, removalPolicy } = props;
    this.#pauses = preset.databaseMinAcu === 0;
    const engine = DatabaseClusterEngine.auroraPostgres({ version: AuroraPostgresEngineVersion.VER_17_7 });
    const securityGroup = new SecurityGroup(this, 'SecurityGroup', {
      vpc,
      description: 'Anteroom database',
      allowAllOutbound: false,
    });
    this.clientSecurityGroup = new SecurityGroup(this, 'Clients', {
      vpc,
      description: 'Anteroom functions that use the database',
      allowAllOutbound: false,
    });
    this.clientSecurityGroup.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'AWS services');
    this.clientSecurityGroup.addEgressRule(securityGroup, Port.POSTGRES, 'Database');
    securityGroup.addIngressRule(this.clientSecurityGroup, Port.POSTGRES, 'Functions');

    this.cluster = new DatabaseCluster(this, 'Cluster', {
      engine,
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroups: [securityGroup],
      defaultDatabaseName: DATABASE,
      credentials: Credentials.fromUsername('postgres'),
      // RDS keeps the master user's secret and rotates it weekly.
      manageMasterUserPassword: true,
      iamAuthentication: true,
      // Lets operators query through IAM and the master user's secret: no host in the VPC leads to the database.
      enableDataApi: true,
      serverlessV2MinCapacity: preset.databaseMinAcu,
      serverlessV2MaxCapacity: preset.databaseMaxAcu,
      ...(this.#pauses && { serverlessV2AutoPauseDuration: Duration.minutes(10) }),
      writer: ClusterInstance.serverlessV2('Writer'),
      readers: Array.from({ length: preset.databaseReaders }, (_, index) =>
        ClusterInstance.serverlessV2(`Reader${index + 1}`, { scaleWithWriter: true }),
      ),
      parameterGroup: new ParameterGroup(this, 'Parameters', {
        engine,
        description: 'Anteroom: TLS only, no values in the log',
        parameters: {
          'rds.force_ssl': '1',
          // Failing statements and their values contain visitors' data; the error code is enough.
          log_min_error_statement: 'panic',
          log_parameter_max_length: '0',
          log_parameter_max_length_on_error: '0',
        },
      }),
      storageEncrypted: true,
      storageEncryptionKey: encryptionKey,
      backup: { retention: Duration.days(preset.backupDays) },
      copyTagsToSnapshot: true,
      deletionProtection: preset.keepData,
      removalPolicy,
    });
    if (props.snapshotArn) this.restore(props.snapshotArn);
    this.acknowledge(preset);
  }

  /** Creates the cluster from a snapshot, which already fixes the master user and the encryption. */
  private restore(snapshotArn: string): void {
    const resource = this.cluster.node.defaultChild as CfnDBCluster;
    resource.snapshotIdentifier = snapshotArn;
    // Another snapshot is another cluster, whose outputs get other names, so everything that reads them is updated too
    // (ADR 7).
    const id = Stack.of(this).getLogicalId(resource);
    resource.overrideLogicalId(
      `${id}Of${createHash('sha256').update(snapshotArn).digest('hex').slice(0, 8)}`,
    );
    for (const name of ['MasterUsername', 'StorageEncrypted', 'DatabaseName'])
      resource.addPropertyDeletionOverride(name);
    Validations.of(this.cluster).acknowledge({
      id: 'AwsSolutions-RDS2',
      reason: 'Its snapshot is from an encrypted cluster, so it is encrypted too.',
    });
  }

  private acknowledge(preset: StagePreset): void {
    Validations.of(this.cluster).acknowledge(
      {
        id: 'AwsSolutions-RDS11',
        reason:
          'The port does not need to be secret: the cluster has no public address, and its security group admits only our functions.',
      },
      ...(preset.keepData
        ? []
        : [
            {
              id: 'AwsSolutions-RDS10',
              reason:
                'Deleting a development stack deletes its data; the production preset protects the cluster from deletion.',
            },
          ]),
    );
  }

  /** Lets a function connect as the application's user. */
  grantConnect(fn: ApiFunction): void {
    this.cluster.grantConnect(fn.role, APPLICATION_USER);
    this.setLocation(fn);
    if (this.#pauses) fn.setVariable('DATABASE_CONNECT_SECONDS', String(WAKING_SECONDS));
  }

  /** Lets the migration function connect as the master user. */
  grantMigrate(fn: ApiFunction): void {
    const secretArn = (this.cluster.node.defaultChild as CfnDBCluster).attrMasterUserSecretSecretArn;
    fn.grantSecret('MASTER_SECRET_ARN', secretArn);
    this.setLocation(fn);
  }

  private setLocation(fn: ApiFunction): void {
    fn.setVariable('DATABASE_HOST', this.cluster.clusterEndpoint.hostname);
    fn.setVariable('DATABASE_NAME', DATABASE);
    fn.setVariable('DATABASE_USER', APPLICATION_USER);
    fn.lambda.addEnvironment('NODE_EXTRA_CA_CERTS', AMAZON_AUTHORITIES);
  }
}
