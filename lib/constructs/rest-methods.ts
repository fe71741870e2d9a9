import { createHash } from 'node:crypto';
import { Stack, Validations } from 'aws-cdk-lib';
import { CfnDeployment, CfnMethod, CfnResource, CfnStage } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { StagePreset } from '../presets.ts';
import type { HttpFront } from './http-front.ts';
import { REST_STAGE, type RestFront } from './rest-front.ts';
import { addRefusals, type RestRefusal } from './rest-refusals.ts';

type MethodDefinition = Omit<ConstructorParameters<typeof CfnMethod>[2], 'restApiId' | 'resourceId'>;

export interface RestMethodsProps {
  readonly front: RestFront;
  /** Its only path. */
  readonly path: string;
  readonly preset: StagePreset;
}

/**
 * The methods at the only path of a REST API from the edge stack, and their deployment.
 * These are CloudFormation resources, because CDK's own classes create methods in the API's stack, which is deployed
 * before the functions they call.
 */
export class RestMethods {
  readonly #scope: Construct;
  readonly #props: RestMethodsProps;
  readonly #resourceId: string;
  /** Everything a deployment copies. */
  readonly #definitions: unknown[] = [];
  readonly #parts: Construct[] = [];

  constructor(scope: Construct, props: RestMethodsProps) {
    this.#scope = scope;
    this.#props = props;
    this.#resourceId = this.createPath();
  }

  /** Creates a resource for each segment of the path. @returns the id of the last */
  private createPath(): string {
    const { front, path } = this.#props;
    let parentId = front.api.attrRootResourceId;
    for (const pathPart of path.split('/').filter(Boolean)) {
      const resource = new CfnResource(this.#scope, `Path ${pathPart}`, {
        restApiId: front.api.ref,
        parentId,
        pathPart,
      });
      parentId = resource.ref;
    }
    return parentId;
  }

  /** @param open - why API Gateway does not authenticate the caller */
  add(id: string, definition: MethodDefinition, open?: string): void {
    this.#definitions.push(definition);
    const method = new CfnMethod(this.#scope, id, {
      restApiId: this.#props.front.api.ref,
      resourceId: this.#resourceId,
      ...definition,
    });
    Validations.of(method).acknowledge({
      id: 'AwsSolutions-COG4',
      reason: 'Callers use our own keys and sessions; there are no Cognito accounts.',
    });
    if (open) Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason: open });
    this.#parts.push(method);
  }

  /** Sends every other method to the HTTP API, which answers it. */
  addOthers(front: HttpFront): void {
    const { path } = this.#props;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
    const parameters = (from: string, to: (name: string) => string | boolean) =>
      names.length > 0 && Object.fromEntries(names.map(name => [`${from}.request.path.${name}`, to(name)]));
    const taken = parameters('method', () => true) as Record<string, boolean> | false;
    const passed = parameters('integration', name => `method.request.path.${name}`) as
      | Record<string, string>
      | false;
    this.add(
      'Others',
      {
        httpMethod: 'ANY',
        authorizationType: 'NONE',
        ...(taken && { requestParameters: taken }),
        integration: {
          type: 'HTTP_PROXY',
          integrationHttpMethod: 'ANY',
          uri: `https://${front.hostName}${path}`,
          ...(passed && { requestParameters: passed }),
        },
      },
      'Only reports which methods exist, from the HTTP API, where that needs no key either.',
    );
  }

  /** Gives API Gateway's own responses our error format. */
  refuse(refusals: readonly RestRefusal[]): void {
    const responses = addRefusals(this.#scope, this.#props.front, refusals);
    for (const { responseType, statusCode, responseTemplates, responseParameters } of responses) {
      this.#definitions.push({ responseType, statusCode, responseTemplates, responseParameters });
    }
    this.#parts.push(...responses);
  }

  /**
   * A deployment is a snapshot of the API, so every change needs a new one.
   * @param loggedBy - what logs its requests, since API Gateway does not
   */
  deploy(loggedBy: string, ...before: readonly Construct[]): void {
    const { front, preset } = this.#props;
    const deployment = new CfnDeployment(this.#scope, `Deployment${this.fingerprint()}`, {
      restApiId: front.api.ref,
    });
    deployment.node.addDependency(...before, ...this.#parts);
    const stage = new CfnStage(this.#scope, 'Stage', {
      restApiId: front.api.ref,
      deploymentId: deployment.ref,
      stageName: REST_STAGE,
      methodSettings: [
        {
          resourcePath: '/*',
          httpMethod: '*',
          throttlingRateLimit: preset.requestsPerSecond,
          throttlingBurstLimit: preset.requestBurst,
        },
      ],
    });
    const reason = `A REST API logs with a role that all APIs of the AWS account share. ${loggedBy}`;
    Validations.of(stage).acknowledge(
      { id: 'AwsSolutions-APIG1', reason },
      { id: 'AwsSolutions-APIG6', reason },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'It only accepts requests from CloudFront, which has the firewall.',
      },
    );
  }

  private fingerprint(): string {
    const definitions = JSON.stringify(Stack.of(this.#scope).resolve(this.#definitions));
    return createHash('sha256').update(definitions).digest('hex').slice(0, 8);
  }
}
