import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ApiFunction } from './api-function.ts';

/** `eu.anthropic.…`: an inference profile, which spreads requests over the regions of its area. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** Lets a function ask one model of Amazon Bedrock, and no other. */
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
  // A profile calls the model in the regions of its area, which only AWS knows; by way of the profile, and in no other.
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
      'An inference profile chooses the region; the model is named, and the condition names the profile.',
  });
}
