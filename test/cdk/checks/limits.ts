import { describe, expect, it } from '@jest/globals';
import { type Assembly, type Data, ownFunctions, resources, type Synthesized, target } from '../assembly.ts';
import { templateValues } from '../rights/template-values.ts';

/** Limits of AWS that only a deployment would meet: the bytes of a function's policy and of a role's policies, and the resources of a stack. */
const FUNCTION_POLICY = 20_480;
const ROLE_POLICIES = 10_240;
const STACK_RESOURCES = 500;
/** Beyond this share, the next feature no longer fits. */
const FULL = 0.8;

/** A permission as Lambda writes it into the function's policy. */
const statementOf = ({ stack, id, Properties }: Data, values: Data): string =>
  JSON.stringify({
    Sid: `${stack}-${id}`,
    Effect: 'Allow',
    Principal: { Service: Properties.Principal },
    Action: Properties.Action,
    Resource: 'arn:aws:lambda:ap-southeast-2:123456789012:function:'.padEnd(140, 'x'),
    Condition: { ArnLike: { 'AWS:SourceArn': values.text(Properties.SourceArn) } },
  });

/** The bytes of each function's policy, by the function's logical id. */
function functionPolicies(assembly: Assembly): ReadonlyMap<string, number> {
  const sizes = new Map(ownFunctions(assembly).map(({ id }) => [id, 0]));
  for (const permission of resources(assembly, 'AWS::Lambda::Permission')) {
    const id = target(permission.Properties.FunctionName) ?? '';
    const statement = statementOf(permission, templateValues(assembly, permission.stack));
    sizes.set(id, (sizes.get(id) ?? 0) + statement.length + 1);
  }
  return sizes;
}

/** The bytes of the policies of each function's role; IAM does not count white space. */
function rolePolicies(assembly: Assembly): ReadonlyMap<string, number> {
  const sizes = new Map(ownFunctions(assembly).map(({ Properties }) => [target(Properties.Role) ?? '', 0]));
  for (const { stack, Properties } of resources(assembly, 'AWS::IAM::Policy')) {
    for (const role of Properties.Roles.map(target)) {
      const size = sizes.get(role);
      if (stack !== 'Api' || size === undefined) continue;
      const document = templateValues(assembly, stack).resolve(Properties.PolicyDocument);
      sizes.set(role, size + JSON.stringify(document).length);
    }
  }
  return sizes;
}

/** Room to grow, which no synthesis shows: a deployment would fail. */
export function checkLimits(synthesized: Synthesized): void {
  describe('the limits of AWS leave a fifth', () => {
    const all = () => [
      synthesized.development,
      synthesized.production,
      synthesized.elsewhere,
      synthesized.nameless,
    ];
    const over = (sizes: ReadonlyMap<string, number>, limit: number) =>
      [...sizes].filter(([, size]) => size > limit * FULL);

    it('of the policy of each function', () => {
      for (const each of all()) {
        const sizes = functionPolicies(each);
        expect(sizes.get([...sizes.keys()].find(id => id.startsWith('Dashboard')) ?? '')).toBeGreaterThan(0);
        expect(over(sizes, FUNCTION_POLICY)).toEqual([]);
      }
    });

    it('of the policies of each role', () => {
      for (const each of all()) {
        const sizes = rolePolicies(each);
        expect(sizes.size).toBeGreaterThan(10);
        expect(over(sizes, ROLE_POLICIES)).toEqual([]);
      }
    });

    it('of the resources of each stack', () => {
      for (const each of all()) {
        const sizes = new Map(
          Object.entries(each.stacks).map(([name, members]) => [name, Object.keys(members).length]),
        );
        expect(sizes.get('Api')).toBeGreaterThan(100);
        expect(over(sizes, STACK_RESOURCES)).toEqual([]);
      }
    });
  });
}
