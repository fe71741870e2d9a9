import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DockerImage, Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc } from 'aws-cdk-lib/aws-ec2';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type * as z from 'zod';
import { type Need, shapeOf } from '../../settings/read-settings.ts';
import { type FunctionBundle, hashFiles } from '../build/bundle-function.ts';

/** Where a function that needs the database runs. */
export interface FunctionNetwork {
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;
}

export interface ApiFunctionProps {
  readonly bundle: FunctionBundle;
  readonly description: string;
  /** Where a name must be known before the function is. Default: one that CloudFormation makes. */
  readonly functionName?: string;
  /** Files that stand beside the code, by path. */
  readonly files?: ReadonlyMap<string, Buffer>;
  /** Omitted: outside the VPC. */
  readonly network?: FunctionNetwork;
  /** API Gateway gives up after 30 s, so what answers HTTP must have ended by then. Default: 29 s. */
  readonly timeout?: Duration;
  /** MiB; the share of a CPU grows with it. Default: 1024. */
  readonly memorySize?: number;
  readonly reservedConcurrency?: number | undefined;
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * One Lambda function of the service. It starts with the right to write its own log and no other; what else it may do
 * is granted by the constructs it works with (`database.grantConnect(fn)`), which set the environment variable that
 * its settings read together with the right.
 */
export class ApiFunction extends Construct {
  readonly name: string;
  readonly role: Role;
  readonly logGroup: LogGroup;
  readonly lambda: LambdaFunction;
  readonly #variables = new Set<string>();

  constructor(scope: Construct, id: string, props: ApiFunctionProps) {
    super(scope, id);
    this.name = props.bundle.name;
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      ...(props.functionName && { functionName: props.functionName }),
      code: codeOf(props.bundle, props.files ?? new Map()),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize ?? 1024,
      timeout: props.timeout ?? Duration.seconds(29),
      role: this.role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
      ...(props.network && {
        vpc: props.network.vpc,
        vpcSubnets: { subnetType: SubnetType.PRIVATE_WITH_EGRESS },
        securityGroups: [props.network.securityGroup],
      }),
    });
    this.allowLogs();
    if (props.network) this.allowNetwork();
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray segments and the network interfaces of a function in a VPC have no resource that a policy could name.',
    });
  }

  /** Sets a variable of the function's settings. Grants call this, so that a right and its variables come together. */
  setVariable(name: string, value: string): void {
    this.#variables.add(name);
    this.lambda.addEnvironment(name, value);
  }

  /** @throws {Error} if the variables that were set are not the ones that the settings of its needs are read from */
  checkVariables(needs: readonly Need[]): void {
    const shape = Object.entries<z.ZodType>(shapeOf(needs) as Record<string, z.ZodType>);
    const missing = shape
      .filter(([name, schema]) => !this.#variables.has(name) && !schema.safeParse(undefined).success)
      .map(([name]) => name);
    const unknown = [...this.#variables].filter(name => !shape.some(([known]) => known === name));
    if (missing.length > 0) throw new Error(`${this.name} needs ${missing.join(', ')}, which no grant sets`);
    if (unknown.length > 0)
      throw new Error(`${this.name} was granted ${unknown.join(', ')}, which it does not need`);
  }

  private allowLogs(): void {
    this.logGroup.grantWrite(this.role);
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
        resources: ['*'],
      }),
    );
  }

  /** What Lambda does in the function's name to give it an address in the VPC. */
  private allowNetwork(): void {
    this.role.addToPolicy(
      new PolicyStatement({
        actions: [
          'ec2:CreateNetworkInterface',
          'ec2:DeleteNetworkInterface',
          'ec2:DescribeNetworkInterfaces',
          'ec2:DescribeSubnets',
          'ec2:AssignPrivateIpAddresses',
          'ec2:UnassignPrivateIpAddresses',
        ],
        resources: ['*'],
      }),
    );
    // Lambda refuses to make a function whose role lacks these at that moment.
    const policy = this.role.node.tryFindChild('DefaultPolicy');
    if (policy) this.lambda.node.addDependency(policy);
  }
}

/** The bundle as a deployable asset, named by its content: an unchanged function is not deployed again. */
export function codeOf(bundle: FunctionBundle, files: ReadonlyMap<string, Buffer>): Code {
  const all = new Map<string, Buffer>([['index.mjs', bundle.code], ...bundle.deferred, ...files]);
  return Code.fromAsset(import.meta.dirname, {
    assetHash: hashFiles(all),
    bundling: {
      image: DockerImage.fromRegistry('none'),
      local: { tryBundle: folder => writeFiles(folder, all) },
    },
  });
}

/** Writes files below a folder. @returns true, which tells CDK that the asset is complete */
export function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): true {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return true;
}
