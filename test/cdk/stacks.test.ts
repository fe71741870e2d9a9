import { afterAll, beforeAll } from '@jest/globals';
import { type Assembly, type Synthesized, synthesize } from './assembly.ts';
import { checkAlarms } from './checks/alarms.ts';
import { checkData } from './checks/data.ts';
import { checkDocs } from './checks/docs.ts';
import { checkEdge } from './checks/edge.ts';
import { checkExports } from './checks/exports.ts';
import { checkFirewall } from './checks/firewall.ts';
import { checkFunctions } from './checks/functions.ts';
import { checkLimits } from './checks/limits.ts';
import { checkMail } from './checks/mail.ts';

import { checkOrder } from './checks/order.ts';

import { checkPayments } from './checks/payments.ts';

import { checkPermissions } from './checks/permissions.ts';
import { checkResourcePolicies } from './checks/resource-policies.ts';
import { checkRights } from './checks/rights.ts';
import { checkSynthesis } from './checks/synthesis.ts';
import { checkUploads } from './checks/uploads.ts';

const PRODUCTION = {
  stage: 'production',
  sender: 'Anteroom <hello@anteroom.app>',
  alarmEmail: 'oncall@anteroom.app',
  turnstileSiteKey: '0x4AAAAAAAproduction',
  turnstileSecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:turnstile-AbCdEf',
  domainName: 'anteroom.app',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'anteroom.app',
  stripeKeySecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:stripe/key-AbCdEf',
  stripeWebhookSecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:stripe/webhook-AbCdEf',
  proPriceUsd: '199',
  bedrockModelId: 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
};

/** In a region other than CloudFront's own. */
const ELSEWHERE = {
  stage: 'production',
  region: 'eu-central-1',
  sender: 'hello@anteroom.app',
  alarmEmail: 'oncall@anteroom.app',
  turnstileSiteKey: '0x4AAAAAAAproduction',
  turnstileSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:turnstile-AbCdEf',
  domainName: 'anteroom.app',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
  firewall: true,
  bedrockModelId: 'anthropic.claude-3-haiku-20240307-v1:0',
};

/** With CloudFront's own name and a restored database; in the form of `cdk.json`. */
const NAMELESS = {
  stage: 'production',
  production: {
    sender: 'Anteroom <hello@anteroom.app>',
    alarmEmail: 'oncall@anteroom.app',
    turnstileSiteKey: '0x4AAAAAAAproduction',
    turnstileSecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:turnstile-AbCdEf',
    firewall: true,
    databaseSnapshotArn: 'arn:aws:rds:us-east-1:123456789012:cluster-snapshot:before',
  },
};

let assemblies: readonly Assembly[];

function assembly(index: number): Assembly {
  const found = assemblies[index];
  if (!found) throw new Error('Nothing was synthesized');
  return found;
}

/** Synthesis takes most of the time of these tests, so all of them read the same four. */
const synthesized: Synthesized = {
  get development() {
    return assembly(0);
  },
  get production() {
    return assembly(1);
  },
  get elsewhere() {
    return assembly(2);
  },
  get nameless() {
    return assembly(3);
  },
  both: () => [assembly(0), assembly(1)],
};

beforeAll(async () => {
  assemblies = await synthesize({}, PRODUCTION, ELSEWHERE, NAMELESS);
}, 300_000);

afterAll(() => Promise.all(assemblies?.map(each => each.remove()) ?? []));

checkSynthesis(synthesized);
checkOrder(synthesized);
checkFunctions(synthesized);
checkPermissions(synthesized);
checkRights(synthesized);
checkResourcePolicies(synthesized);
checkData(synthesized);
checkPayments(synthesized);
checkMail(synthesized);
checkEdge(synthesized);
checkUploads(synthesized);
checkExports(synthesized);
checkFirewall(synthesized);
checkAlarms(synthesized);
checkDocs(synthesized);
checkLimits(synthesized);
