import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Assembly,
  type Data,
  type FoundResource,
  list,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';
import { type Built, readBuilt } from '../built.ts';
import { CALLS, LAMBDA_CALLS } from '../rights/calls.ts';
import type { Calls, Deployed } from '../rights/places.ts';
import { REFUSED } from '../rights/refused.ts';
import { isAllowed } from '../rights/simulate.ts';
import { ACCOUNT, templateValues } from '../rights/template-values.ts';

/** A function as deployed, with the rights of its role. */
interface Holder extends Deployed {
  readonly name: string;
  /** The SDK's classes in its bundle. */
  readonly commands: readonly string[];
  readonly statements: readonly Data[];
}

const UPLOAD_ANSWER = 'upload-answer';

/** Our functions, and the one at CloudFront that calls AWS. */
const functionsOf = (assembly: Assembly): (readonly [name: string, fn: FoundResource])[] => [
  ...ownFunctions(assembly).map(fn => [nameOf(fn), fn] as const),
  ...resources(assembly, 'AWS::Lambda::Function')
    .filter(({ Properties }) => /^Answers uploads/.test(Properties.Description))
    .map(fn => [UPLOAD_ANSWER, fn] as const),
];

/** What belongs to a function besides its environment. */
function belongings(assembly: Assembly, fn: FoundResource): Record<string, Data> {
  const polls = resources(assembly, 'AWS::Lambda::EventSourceMapping').find(
    ({ Properties }) => target(Properties.FunctionName) === fn.id,
  );
  const logGroup = target(fn.Properties.LoggingConfig?.LogGroup);
  return {
    ...(logGroup && { LOG_GROUP: { 'Fn::GetAtt': [logGroup, 'Arn'] } }),
    ...(polls && { POLLED_QUEUE: polls.Properties.EventSourceArn }),
  };
}

function holder(assembly: Assembly, name: string, fn: FoundResource): Omit<Holder, 'commands'> {
  const values = templateValues(assembly, fn.stack);
  const role = target(fn.Properties.Role);
  const policies = resources(assembly, 'AWS::IAM::Policy').filter(
    ({ stack, Properties }) =>
      stack === fn.stack && Properties.Roles.some((each: Data) => target(each) === role),
  );
  const variables = { ...fn.Properties.Environment?.Variables, ...belongings(assembly, fn) };
  const processor = ownFunctions(assembly).find(each => nameOf(each) === 'assets') as FoundResource;
  const [site] = resources(assembly, 'AWS::CloudFront::Distribution');
  const webAcl = site?.Properties.DistributionConfig.WebACLId;
  return {
    name,
    stage: stageOf(assembly),
    // Lambda@Edge is in us-east-1, and calls the processor where that is.
    region: templateValues(assembly, 'Api').region,
    variables: {
      ...values.resolve(variables),
      ...(name === UPLOAD_ANSWER && { PROCESSOR: processor.Properties.FunctionName }),
      ...(webAcl && site && { WEB_ACL: templateValues(assembly, site.stack).text(webAcl) }),
    },
    statements: policies.flatMap(({ Properties }) => values.resolve(Properties.PolicyDocument.Statement)),
  };
}

const stageOf = (assembly: Assembly) =>
  resources(assembly, 'AWS::CloudWatch::Dashboard')[0]?.Properties.DashboardName.split('-')[1];

/** A call by every function applies to those whose bundles have its command. */
const appliesTo = (
  { by, command, variable, stage }: Calls,
  { name, commands, variables, stage: own }: Holder,
): boolean =>
  (by?.includes(name) ?? (command === undefined || commands.includes(command))) &&
  (variable === undefined || variables[variable] !== undefined) &&
  (stage === undefined || stage === own);

/** The SDK's classes in a bundle, which loads them on demand by their names. */
const commandsIn = (code: string): string[] => [
  ...new Set([...code.matchAll(/\.([A-Z]\w+Command|getAuthToken)\b/g)].map(match => match[1] ?? '')),
];

/** What each function may call, evaluated as AWS does, since nothing here can run on AWS. */
export function checkRights(synthesized: Synthesized): void {
  const all = () => {
    const { development, production, elsewhere, nameless } = synthesized;
    return [development, production, elsewhere, nameless];
  };
  let bundles: Built['bundles'];
  let holders: readonly (Holder & { readonly assembly: Assembly })[];

  /** The calls among a table's that come out differently. */
  async function wrong(table: readonly Calls[], expected: boolean): Promise<string[]> {
    const found: string[] = [];
    for (const { assembly, ...fn } of holders) {
      const key = resources(assembly, 'AWS::KMS::Key').find(({ id }) => id.startsWith('SealKey'));
      const keyPolicy = templateValues(assembly, 'Data').resolve(key?.Properties.KeyPolicy);
      for (const call of table.filter(each => appliesTo(each, fn))) {
        const request = {
          principal: `arn:aws:iam::${ACCOUNT}:role/${fn.name}`,
          action: call.action,
          resource: call.resource(fn),
          context: call.context?.(fn) ?? {},
        };
        const resourcePolicy = call.action.startsWith('kms:') ? keyPolicy : undefined;
        if ((await isAllowed(request, { statements: fn.statements, resourcePolicy })) !== expected)
          found.push(`${fn.name} ${JSON.stringify(request)}`);
      }
    }
    return found;
  }

  describe('rights', () => {
    beforeAll(async () => {
      ({ bundles } = await readBuilt());
      const commands = new Map([...bundles].map(([name, { code }]) => [name, commandsIn(code.toString())]));
      holders = all().flatMap(assembly =>
        functionsOf(assembly).map(([name, fn]) => ({
          assembly,
          commands: commands.get(name) ?? [],
          ...holder(assembly, name, fn),
        })),
      );
    });

    it('allow every call that functions make, also before its resource exists', async () => {
      expect(await wrong(CALLS, true)).toEqual([]);
    });

    it('allow what Lambda does for functions', async () => {
      expect(await wrong(LAMBDA_CALLS, true)).toEqual([]);
    });

    it('refuse what belongs to others', async () => {
      expect(await wrong(REFUSED, false)).toEqual([]);
    });

    it('are tested for every command in a bundle', () => {
      const tested = [...CALLS, ...REFUSED];
      const untested = [...bundles.values()].flatMap(({ name, code }) =>
        commandsIn(code.toString())
          .filter(
            command => !tested.some(each => each.command === command && (each.by?.includes(name) ?? true)),
          )
          .map(command => `${name} ${command}`),
      );
      expect(untested).toEqual([]);
      // A command of an SDK client that is not loaded on demand would not be found by its name.
      const clients = [...bundles.values()].flatMap(({ metafile }) => Object.keys(metafile.inputs));
      expect(
        clients.filter(path => /@aws-sdk[/]client-/.test(path) && !path.startsWith('deferred:')),
      ).toEqual([]);
    });

    it('are none that no call uses', () => {
      const unused = holders.flatMap(fn => {
        const used = [...CALLS, ...LAMBDA_CALLS]
          .filter(each => appliesTo(each, fn))
          .map(({ action }) => action);
        return fn.statements
          .filter(({ Effect }) => Effect === 'Allow')
          .flatMap(({ Action }) => list<string>(Action))
          .filter(action => !used.includes(action))
          .map(action => `${fn.name} ${action}`);
      });
      expect(unused).toEqual([]);
    });
  });
}
