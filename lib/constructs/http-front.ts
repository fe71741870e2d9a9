import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StagePreset } from '../presets.ts';

/** No address, path, or user agent: a path names a waitlist, and the others identify a person. */
const ACCESS_LOG = {
  time: '$context.requestTimeEpoch',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  functionStatus: '$context.integrationStatus',
  error: '$context.error.message',
  functionError: '$context.integrationErrorMessage',
} as const;

/**
 * The HTTP API without its routes, which the API stack adds. It is created first, because CloudFront needs its address
 * and the functions need CloudFront's (ADR 7).
 */
export class HttpFront extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { preset }: { readonly preset: StagePreset }) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Anteroom' });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: preset.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: preset.requestsPerSecond, burstLimit: preset.requestBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }

  /** The host name CloudFront uses as its origin. */
  get hostName(): string {
    return `${this.api.apiId}.execute-api.${this.api.stack.region}.${this.api.stack.urlSuffix}`;
  }
}
