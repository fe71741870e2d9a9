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
  /** The one path it has. */
  readonly path: string;
  readonly preset: StagePreset;
}

/**
 * The methods that a REST API of the other stack has at its one path, and their deployment.
 *
 * They are described as CloudFormation has them: CDK's own classes make them in the stack of the API, which is made
 * before the functions they need.
 */
export class RestMethods {
  readonly #scope: Construct;
  readonly #props: RestMethodsProps;
  readonly #resourceId: string;
  /** All that a deployment is a copy of. */
  readonly #definitions: unknown[] = [];
  readonly #parts: Construct[] = [];

  constructor(scope: Construct, props: RestMethodsProps) {
    this.#scope = scope;
    this.#props = props;
    this.#resourceId = this.createPath();
  }

  /** A resource for each segment of the path. @returns the id of the last */
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

  /** @param open - why API Gateway need not ask who calls */
  add(id: string, definition: MethodDefinition, open?: string): void {
    this.#definitions.push(definition);
    const method = new CfnMethod(this.#scope, id, {
      restApiId: this.#props.front.api.ref,
      resourceId: this.#resourceId,
      ...definition,
    });
    Validations.of(method).acknowledge({
      id: 'AwsSolutions-COG4',
      reason: 'Callers have keys and sessions of our own; nobody has an account at Cognito.',
    });
    if (open) Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason: open });
    this.#parts.push(method);
  }

  /** Has the HTTP API answer every other method, as it does elsewhere. */
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
      'Only answers what methods there are, from the HTTP API, where that needs no key either.',
    );
  }

  /** Gives API Gateway's own answers our form. */
  refuse(refusals: readonly RestRefusal[]): void {
    const responses = addRefusals(this.#scope, this.#props.front, refusals);
    for (const { responseType, statusCode, responseTemplates, responseParameters } of responses) {
      this.#definitions.push({ responseType, statusCode, responseTemplates, responseParameters });
    }
    this.#parts.push(...responses);
  }

  /**
   * A deployment is a copy of what the API is when it is made, so every change of that makes a new one.
   * @param loggedBy - what logs its requests, as it does not itself
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
    const reason = `A REST API logs by a role that all APIs of the AWS account share. ${loggedBy}`;
    Validations.of(stage).acknowledge(
      { id: 'AwsSolutions-APIG1', reason },
      { id: 'AwsSolutions-APIG6', reason },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'It answers nothing that did not come through CloudFront, where the firewall stands.',
      },
    );
  }

  private fingerprint(): string {
    const definitions = JSON.stringify(Stack.of(this.#scope).resolve(this.#definitions));
    return createHash('sha256').update(definitions).digest('hex').slice(0, 8);
  }
}
