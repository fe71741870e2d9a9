import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ApiFunction } from './api-function.ts';

/** `eu.anthropic.…`: an inference profile, which distributes requests over the regions of its area. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** Lets a function call one Amazon Bedrock model and no other. */
export function grantPageModel(fn: ApiFunction, modelId: string): void {
  const { partition, region, account } = Stack.of(fn);
  const action = { actions: ['bedrock:InvokeModel'] };
  fn.setVariable('BEDROCK_MODEL_ID', modelId);

  const [, area, model = modelId] = PROFILE.exec(modelId) ?? [];
  if (area === undefined) {
    const resource = `arn:${partition}:bedrock:${region}::foundation-model/${model}`;
    fn.role.addToPolicy(new PolicyStatement({ ...action, resources: [resource] }));
    return;
  }
  const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`;
  fn.role.addToPolicy(new PolicyStatement({ ...action, resources: [profile] }));
  // A profile calls the model in regions that only AWS knows; allow that only through the profile.
  const anywhere = `arn:${partition}:bedrock:*::foundation-model/${model}`;
  fn.role.addToPolicy(
    new PolicyStatement({
      ...action,
      resources: [
        anywhere,
        ...(area === 'global' ? [`arn:${partition}:bedrock:::foundation-model/${model}`] : []),
      ],
      conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profile } },
    }),
  );
  Validations.of(fn).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:${partition}:bedrock:*::foundation-model/${model}]`,
    reason:
      'An inference profile chooses the region; the resource names the model, and the condition names the profile.',
  });
}
