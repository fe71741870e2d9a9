import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Assembly, readJson, type Synthesized, target } from '../assembly.ts';

interface Read {
  readonly by: string;
  readonly stack: string;
  readonly output: string;
}

/** Everything that stacks read from each other: outputs, as of their deployment. */
function readsOf(assembly: Assembly): Read[] {
  const templates = readdirSync(assembly.folder).filter(name => name.endsWith('.template.json'));
  return templates.flatMap(name => {
    const by = name.replace('.template.json', '');
    const found: Read[] = [];
    JSON.stringify(readJson(assembly, name), (_key, value) => {
      const read = value?.['Fn::GetStackOutput'];
      if (read) found.push({ by, stack: read.StackName, output: read.OutputName });
      return value;
    });
    return found;
  });
}

/** Every stack that `cdk deploy --all` deploys before a given one. */
function deployedBefore(assembly: Assembly, stack: string): Set<string> {
  const { artifacts } = readJson(assembly, 'manifest.json');
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const each of (artifacts[name]?.dependencies ?? []) as string[]) {
      if (found.has(each)) continue;
      found.add(each);
      visit(each);
    }
  };
  visit(stack);
  return found;
}

/**
 * Resources that stacks read from each other, and the properties whose change makes CloudFormation replace them under
 * the same logical id. An output's name contains that id: if it changes, the readers are updated, otherwise not (ADR
 * 7).
 */
const REPLACED_BY: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::ConnectionGroup': ['Name'],
  'AWS::CloudFront::Distribution': [],
  'AWS::EC2::SecurityGroup': ['GroupDescription', 'GroupName', 'VpcId'],
  'AWS::EC2::Subnet': ['AvailabilityZone', 'CidrBlock', 'VpcId'],
  'AWS::KMS::Key': [],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::RDS::DBCluster': [
    'DatabaseName',
    'DBClusterIdentifier',
    'DBSubnetGroupName',
    'Engine',
    'KmsKeyId',
    'SnapshotIdentifier',
    'StorageEncrypted',
  ],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SES::ConfigurationSet': ['Name'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::WAFv2::WebACL': ['Name', 'Scope'],
};

/**
 * The resource behind each exported output: its stack, logical id, and the properties whose change would replace it.
 */
function readResources(assembly: Assembly): Map<string, string> {
  const found = new Map<string, string>();
  for (const { stack, output } of readsOf(assembly)) {
    const { Outputs, Resources } = readJson(assembly, `${stack}.template.json`);
    const id = target(Outputs[output].Value) ?? '';
    const { Type, Properties = {} } = Resources[id] ?? {};
    const names = REPLACED_BY[Type];
    if (!names) throw new Error(`${stack} ${output} is a ${Type}: which of its properties replace it?`);
    found.set(`${stack} ${id}`, JSON.stringify(names.map(name => Properties[name] ?? null)));
  }
  return found;
}

/** The order in which stacks are deployed to an empty account. */
export function checkOrder(synthesized: Synthesized): void {
  describe('the order of deployment', () => {
    const all = () => {
      const { development, production, elsewhere, nameless } = synthesized;
      return [development, production, elsewhere, nameless];
    };

    it('lets each stack find what it reads from others', () => {
      for (const each of all()) {
        const reads = readsOf(each);
        expect(reads.length).toBeGreaterThan(10);
        for (const { by, stack, output } of reads) {
          expect([by, [...deployedBefore(each, by)]]).toEqual([by, expect.arrayContaining([stack])]);
          const { Outputs } = readJson(each, `${stack}.template.json`);
          expect(Outputs[output]).toHaveProperty('Value');
        }
      }
    });

    it('renames what is replaced, so its readers are updated with it', () => {
      const [one, other] = [readResources(synthesized.production), readResources(synthesized.nameless)];
      for (const [id, properties] of one) {
        if (other.has(id)) expect([id, other.get(id)]).toEqual([id, properties]);
      }
      const clusters = [one, other].map(each => [...each.keys()].filter(id => / DatabaseCluster/.test(id)));
      expect(clusters).toEqual([[expect.any(String)], [expect.any(String)]]);
      expect(clusters[0]).not.toEqual(clusters[1]);
    });

    it('puts static files before the functions whose pages reference them, and both before the alarms', () => {
      for (const each of synthesized.both()) {
        const suffix = each === synthesized.production ? 'Production' : 'Development';
        expect(deployedBefore(each, `AnteroomApi${suffix}`)).toContain(`AnteroomEdge${suffix}`);
        expect(deployedBefore(each, `AnteroomObservability${suffix}`)).toContain(`AnteroomApi${suffix}`);
      }
    });
  });
}
