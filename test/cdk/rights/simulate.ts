import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Data } from '../assembly.ts';
import { ACCOUNT } from './template-values.ts';

/** A call to AWS as its authorization sees it. */
export interface AwsCall {
  /** The ARN of a role, or the name of an AWS service. */
  readonly principal: string;
  readonly action: string;
  /** An ARN; `*` for actions without resource types. */
  readonly resource: string;
  /** Condition keys. A tag of a resource that does not exist yet is absent. */
  readonly context?: Readonly<Record<string, string>>;
}

interface Policies {
  /** The statements of the principal's role. */
  readonly statements?: readonly Data[];
  /** The policy of the resource. */
  readonly resourcePolicy?: Data;
}

/** The simulator does not recognize condition keys like `kms:EncryptionContext:name`, so it gets them under a name it does. */
const renamed = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('kms:EncryptionContext:', 'aws:RequestTag/'));

/**
 * Whether IAM allows a call, with the resource types and condition keys that AWS documents for its action.
 * @throws {Error} if there is no such action, or its resource or a condition key does not apply to it
 */
export async function isAllowed(
  { principal, action, resource, context = {} }: AwsCall,
  { statements = [], resourcePolicy }: Policies,
): Promise<boolean> {
  const policy = { Version: '2012-10-17', Statement: renamed(statements) };
  const result = await runSimulation(
    {
      request: {
        principal,
        action,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: renamed(context),
      },
      identityPolicies: statements.length > 0 ? [{ name: 'role', policy }] : [],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      resourcePolicy,
    },
    {},
  );
  if (result.resultType !== 'single') throw new Error(`${action} ${resource}: ${JSON.stringify(result)}`);
  const ignored = result.result.ignoredContextKeys ?? [];
  if (ignored.length > 0) throw new Error(`${action} has no condition key ${ignored.join()}`);
  return result.overallResult === 'Allowed';
}
