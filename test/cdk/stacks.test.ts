import { afterAll, beforeAll } from '@jest/globals';
import { type Assembly, type Synthesized, synthesize } from './assembly.ts';
import { checkAlarms } from './checks/alarms.ts';
import { checkEdge } from './checks/edge.ts';
import { checkFunctions } from './checks/functions.ts';
import { checkMail } from './checks/mail.ts';
import { checkPermissions } from './checks/permissions.ts';
import { checkSynthesis } from './checks/synthesis.ts';
import { checkUploads } from './checks/uploads.ts';

const PRODUCTION = {
  stage: 'production',
  sender: 'Anteroom <hello@anteroom.app>',
  alarmEmail: 'oncall@anteroom.app',
  turnstileSiteKey: '0x4AAAAAAAproduction',
  domainName: 'anteroom.app',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'anteroom.app',
};

/** Where CloudFront's own region is another. */
const ELSEWHERE = {
  stage: 'production',
  region: 'eu-central-1',
  sender: 'hello@anteroom.app',
  alarmEmail: 'oncall@anteroom.app',
  turnstileSiteKey: '0x4AAAAAAAproduction',
  turnstileSecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:turnstile-AbCdEf',
  domainName: 'anteroom.app',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
};

let assemblies: readonly [development: Assembly, production: Assembly, elsewhere: Assembly];

/** Synthesis takes most of the time of these tests, so all of them read the same three. */
const synthesized: Synthesized = {
  get development() {
    return assemblies[0];
  },
  get production() {
    return assemblies[1];
  },
  get elsewhere() {
    return assemblies[2];
  },
  both: () => [assemblies[0], assemblies[1]],
};

beforeAll(async () => {
  assemblies = await Promise.all([synthesize(), synthesize(PRODUCTION), synthesize(ELSEWHERE)]);
}, 180_000);

afterAll(() => Promise.all(assemblies?.map(each => each.remove()) ?? []));

checkSynthesis(synthesized);
checkFunctions(synthesized);
checkPermissions(synthesized);
checkMail(synthesized);
checkEdge(synthesized);
checkUploads(synthesized);
checkAlarms(synthesized);
