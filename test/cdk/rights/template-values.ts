import { type Assembly, type Data, type Resource, readJson, shortName } from '../assembly.ts';

export const ACCOUNT = '123456789012';

/** Resources by a short name: the logical id without the hash. S3 allows no capital letters. */
const nameOf = (id: string, { Type, Properties }: Resource): string =>
  Type === 'AWS::S3::Bucket' ? id.toLowerCase() : (Properties.FunctionName ?? id);

/** ARNs by type, as AWS documents them. */
const ARNS: Readonly<Record<string, (name: string, region: string) => string>> = {
  'AWS::CloudFront::ConnectionGroup': name => `arn:aws:cloudfront::${ACCOUNT}:connection-group/${name}`,
  'AWS::Events::Rule': (name, region) => `arn:aws:events:${region}:${ACCOUNT}:rule/${name}`,
  'AWS::IAM::Role': name => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  'AWS::KMS::Key': (name, region) => `arn:aws:kms:${region}:${ACCOUNT}:key/${name}`,
  'AWS::Lambda::Function': (name, region) => `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}`,
  'AWS::Logs::LogGroup': (name, region) => `arn:aws:logs:${region}:${ACCOUNT}:log-group:${name}:*`,
  'AWS::S3::Bucket': name => `arn:aws:s3:::${name}`,
  'AWS::SNS::Topic': (name, region) => `arn:aws:sns:${region}:${ACCOUNT}:${name}`,
  'AWS::SQS::Queue': (name, region) => `arn:aws:sqs:${region}:${ACCOUNT}:${name}`,
  'AWS::SecretsManager::Secret': (name, region) =>
    `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:${name}-AbCdEf`,
  'AWS::WAFv2::WebACL': (name, region) => `arn:aws:wafv2:${region}:${ACCOUNT}:global/webacl/${name}/id`,
};

/** Types whose `Ref` is their ARN. */
const REFERRED_BY_ARN = new Set(['AWS::SecretsManager::Secret', 'AWS::SNS::Topic']);

/** Stands for what AWS would fill in where a template has intrinsic functions. */
export interface TemplateValues {
  readonly region: string;
  /** A text, with its intrinsic functions resolved. */
  text(value: Data): string;
  /** Any value, with its intrinsic functions resolved. */
  resolve(value: Data): Data;
}

/**
 * The values in one stack's template after deployment.
 * @param stack - its full name, or the short one of {@link Assembly}
 */
export function templateValues(assembly: Assembly, stack: string): TemplateValues {
  const { artifacts } = readJson(assembly, 'manifest.json');
  const full = Object.keys(artifacts).find(
    name =>
      artifacts[name].type === 'aws:cloudformation:stack' && (name === stack || shortName(name) === stack),
  );
  if (!full) throw new Error(`There is no stack ${stack}`);
  const region = artifacts[full].environment.split('/').at(-1) as string;
  const { Resources, Outputs = {} } = readJson(assembly, `${full}.template.json`);

  function attribute(id: string, name: string): string {
    const resource = Resources[id] as Resource;
    const named = nameOf(id, resource);
    if (name === 'Arn' || name === 'TopicArn') {
      const arn = ARNS[resource.Type];
      if (!arn) throw new Error(`How is the ARN of a ${resource.Type} formed?`);
      return arn(named, region);
    }
    if (name === 'DBClusterResourceId') return `cluster-${named}`;
    if (name === 'MasterUserSecret.SecretArn')
      return ARNS['AWS::SecretsManager::Secret']?.(`rds!${named}`, region) ?? '';
    return `${named}.${name}`;
  }

  function reference(id: string): string {
    if (id === 'AWS::AccountId') return ACCOUNT;
    if (id === 'AWS::Partition') return 'aws';
    if (id === 'AWS::Region') return region;
    if (id === 'AWS::URLSuffix') return 'amazonaws.com';
    const resource = Resources[id] as Resource;
    return REFERRED_BY_ARN.has(resource.Type) ? attribute(id, 'Arn') : nameOf(id, resource);
  }

  function resolve(value: Data): Data {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', undefined], ...others] = Object.entries<Data>(value);
    if (others.length === 0) {
      if (name === 'Ref') return reference(argument);
      if (name === 'Fn::GetAtt') return attribute(argument[0], argument[1]);
      if (name === 'Fn::Join') return argument[1].map(resolve).join(argument[0]);
      if (name === 'Fn::GetStackOutput') {
        const { StackName, OutputName } = argument;
        return StackName === full
          ? resolve(Outputs[OutputName].Value)
          : templateValues(assembly, StackName).resolve({ 'Fn::GetStackOutput': argument });
      }
      if (name.startsWith('Fn::')) throw new Error(`${name} cannot be resolved here`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  }

  return { region, resolve, text: value => String(resolve(value)) };
}
