import type { Stage } from '../../../lib/presets.ts';
import { ACCOUNT } from './template-values.ts';

/** What a call may name of a deployed function. */
export interface Deployed {
  /** Its environment, and what belongs to it: `LOG_GROUP`, `POLLED_QUEUE`, `PROCESSOR`, `WEB_ACL`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly region: string;
  readonly stage: Stage;
}

/** Calls that functions make to AWS, or must not make. */
export interface Calls {
  /** Functions by name; undefined for every function. */
  readonly by?: readonly string[];
  /** The SDK's class, or `getAuthToken` for a login to the database; undefined if AWS calls in the function's name. */
  readonly command?: string;
  /** Only functions with this variable. */
  readonly variable?: string;
  readonly stage?: Stage;
  readonly action: string;
  readonly resource: (deployed: Deployed) => string;
  readonly context?: (deployed: Deployed) => Readonly<Record<string, string>>;
}

/** For actions without resource types. */
export const every = () => '*';
export const of =
  (variable: string) =>
  ({ variables }: Deployed): string =>
    variables[variable] ?? '';

/** Names of a function, a queue, and the like do not matter to IAM, but their places do. */
export const arn = (service: string, region: string, rest: string): string =>
  `arn:aws:${service}:${region}:${ACCOUNT}:${rest}`;
export const elsewhere = (service: string, rest: string) => (deployed: Deployed) =>
  arn(service, deployed.region, rest);

export const image =
  (key: string) =>
  ({ variables }: Deployed): string =>
    `arn:aws:s3:::${variables.ASSETS_BUCKET}/${key}`;
export const staged =
  (key: string) =>
  ({ variables }: Deployed): string =>
    `arn:aws:s3:::${variables.STAGING_BUCKET}/${key}`;
export const queue = ({ variables, region }: Deployed): string =>
  arn('sqs', region, variables.WORKER_QUEUE_URL ?? '');
export const connector = ({ variables, region }: Deployed): string =>
  arn('lambda', region, `function:${variables.CONNECTOR_FUNCTION_NAME}`);
export const webhookSender = ({ variables, region }: Deployed): string =>
  arn('lambda', region, `function:${variables.WEBHOOK_SENDER_FUNCTION_NAME}`);
export const login =
  (user: string) =>
  ({ variables, region }: Deployed): string =>
    arn('rds-db', region, `dbuser:cluster-${variables.DATABASE_HOST?.split('.')[0]}/${user}`);
const address = ({ variables }: Deployed): string =>
  /<(.+)>/.exec(variables.EMAIL_FROM ?? '')?.[1] ?? variables.EMAIL_FROM ?? '';
const identity = (deployed: Deployed, name: string) => arn('ses', deployed.region, `identity/${name}`);
export const senderAddress = (deployed: Deployed): string => identity(deployed, address(deployed));
export const senderDomain = (deployed: Deployed): string =>
  identity(deployed, address(deployed).split('@')[1] ?? '');
export const recipient = (deployed: Deployed): string => identity(deployed, 'ada@example.com');
export const configurationSet = ({ variables, region }: Deployed): string =>
  arn('ses', region, `configuration-set/${variables.EMAIL_CONFIGURATION_SET}`);
export const from = (deployed: Deployed) => ({ 'ses:FromAddress': address(deployed) });
/** Another address of our domain, and of one below it. */
export const fromOthersOfOurs = ['security@', 'hello@mail.'].map(start => (deployed: Deployed) => ({
  'ses:FromAddress': `${start}${address(deployed).split('@')[1]}`,
}));
/** The sender of an account. */
export const accountSender = (deployed: Deployed): string => identity(deployed, 'acme.com');
export const fromAccount = () => ({ 'ses:FromAddress': 'hello@acme.com' });
export const sealing = (purpose: string) => () => ({
  'kms:EncryptionContext:purpose': purpose,
  'kms:EncryptionContext:waitlistId': 'wl_1',
});

export const tenant = () => `arn:aws:cloudfront::${ACCOUNT}:distribution-tenant/dt_1`;
export const certificate = () => arn('acm', 'us-east-1', 'certificate/1');
export const tagged =
  (kind: 'Resource' | 'Request', variable = 'DOMAINS_TAG') =>
  ({ variables }: Deployed) => {
    const [name, value = ''] = variables[variable]?.split('=') ?? [];
    return { [`aws:${kind}Tag/${name}`]: value };
  };
export const ofTheOtherStage = (kind: 'Resource' | 'Request') => () => ({
  [`aws:${kind}Tag/anteroom-stage`]: 'test',
});

const PROFILE = /^\w+\.(\w+\..+)$/;
/** A model, or an inference profile. */
export const model = ({ variables: { BEDROCK_MODEL_ID: id = '' }, region }: Deployed): string =>
  PROFILE.test(id)
    ? arn('bedrock', region, `inference-profile/${id}`)
    : `arn:aws:bedrock:${region}::foundation-model/${id}`;
/** The model behind a profile, in a region that AWS chooses. */
export const modelBehind = ({ variables: { BEDROCK_MODEL_ID: id = '' }, region }: Deployed): string => {
  const [, behind] = PROFILE.exec(id) ?? [];
  return `arn:aws:bedrock:${behind ? 'us-west-2' : region}::foundation-model/${behind ?? id}`;
};
export const throughProfile = (deployed: Deployed) => ({ 'bedrock:InferenceProfileArn': model(deployed) });

export const NETWORK_INTERFACES = [
  'CreateNetworkInterface',
  'DeleteNetworkInterface',
  'DescribeNetworkInterfaces',
  'DescribeSubnets',
  'AssignPrivateIpAddresses',
  'UnassignPrivateIpAddresses',
].map(name => `ec2:${name}`);

export const interfaceOf = (action: string) => (deployed: Deployed) =>
  action.includes('Describe') ? '*' : arn('ec2', deployed.region, 'network-interface/eni-1');
