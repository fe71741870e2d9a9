import {
  accountSender,
  arn,
  type Calls,
  certificate,
  configurationSet,
  type Deployed,
  elsewhere,
  every,
  from,
  fromAccount,
  fromOthersOfOurs,
  image,
  interfaceOf,
  login,
  NETWORK_INTERFACES,
  of,
  ofTheOtherStage,
  recipient,
  sealing,
  senderAddress,
  senderDomain,
  staged,
  tagged,
  tenant,
} from './places.ts';
import { ACCOUNT } from './template-values.ts';

/** Calls that must be refused, whoever takes over the function. */
export const REFUSED: readonly Calls[] = [
  // The sealer is in these bundles as a whole.
  ...['announcements', 'dashboard', 'entries', 'export', 'pages', 'worker'].map(by => ({
    by: [by],
    command: 'GenerateDataKeyCommand',
    action: 'kms:GenerateDataKey',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('database'),
  })),
  // What keeps answers of POSTs is in every group's bundle; these have none.
  ...['account', 'turnstile'].map(by => ({
    by: [by],
    command: 'GetSecretValueCommand',
    action: 'secretsmanager:GetSecretValue',
    resource: elsewhere('secretsmanager', 'secret:DigestKey-AbCdEf'),
  })),
  {
    by: ['worker'],
    command: 'GenerateDataKeyCommand',
    action: 'kms:GenerateDataKey',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('webhook'),
  },
  ...['webhooks', 'dashboard', 'mcp'].map(by => ({
    by: [by],
    command: 'DecryptCommand',
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('webhook'),
  })),
  ...['database', 'turnstile'].map(by => ({
    by: [by],
    command: 'DecryptCommand',
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('database'),
  })),
  {
    by: ['pages'],
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('database'),
  },
  {
    by: ['dashboard', 'entries', 'export', 'mcp', 'worker'],
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('turnstile'),
  },
  { by: ['pages', 'worker'], action: 'kms:Decrypt', resource: of('SEAL_KEY_ARN') },

  // Tenants without our tag, and of another stage.
  ...[
    'cloudfront:UpdateDistributionTenant',
    'cloudfront:DeleteDistributionTenant',
    'cloudfront:GetManagedCertificateDetails',
  ].flatMap(action => [
    { by: ['worker'], action, resource: tenant },
    { by: ['worker'], action, resource: tenant, context: ofTheOtherStage('Resource') },
  ]),
  { by: ['worker'], action: 'cloudfront:CreateDistributionTenant', resource: every },
  {
    by: ['worker'],
    action: 'cloudfront:CreateDistributionTenant',
    resource: every,
    context: ofTheOtherStage('Request'),
  },
  {
    by: ['worker'],
    action: 'cloudfront:TagResource',
    resource: tenant,
    context: ofTheOtherStage('Request'),
  },
  {
    by: ['domains', 'mcp', 'pages'],
    action: 'cloudfront:CreateDistributionTenant',
    resource: every,
    context: () => ({ 'aws:RequestTag/anteroom-stage': 'production' }),
  },
  {
    by: ['worker'],
    action: 'cloudfront:DeleteDistribution',
    resource: () => `arn:aws:cloudfront::${ACCOUNT}:distribution/E1`,
  },
  { by: ['worker'], action: 'acm:DeleteCertificate', resource: certificate },

  // Objects that are not images, versions of images, and reading.
  { by: ['assets', 'mcp'], action: 's3:PutObject', resource: image('index.html') },
  { by: ['assets', 'mcp'], action: 's3:DeleteObject', resource: image('assets/a1b2.png') },
  { by: ['worker'], action: 's3:DeleteObject', resource: image('index.html') },
  { by: ['worker'], action: 's3:DeleteObjectVersion', resource: image('assets/a1b2.png') },
  { by: ['worker'], action: 's3:PutObject', resource: image('assets/a1b2.png') },
  { by: ['card'], action: 's3:PutObject', resource: image('assets/a1b2.png') },
  { by: ['card'], action: 's3:DeleteObject', resource: image('cards/0190a1b2/a1b2.png') },
  { by: ['assets', 'mcp'], action: 's3:PutObject', resource: image('cards/0190a1b2/a1b2.png') },
  { by: ['assets'], action: 's3:GetObject', resource: staged('other') },
  { by: ['assets'], action: 's3:PutObject', resource: staged('staging/request-1') },

  // As another sender. The worker sends as accounts' senders too, but as nobody else of our own domain.
  ...[senderAddress, configurationSet].flatMap(resource => [
    {
      by: ['announcements', 'dashboard', 'mcp', 'people'],
      action: 'ses:SendEmail',
      resource,
      context: () => ({ 'ses:FromAddress': 'security@acme.com' }),
    },
    ...fromOthersOfOurs.map(context => ({
      by: ['announcements', 'dashboard', 'mcp', 'people', 'worker'],
      action: 'ses:SendEmail',
      resource,
      context,
    })),
  ]),

  // As an account's sender, and as us through an identity of another domain.
  {
    by: ['announcements', 'dashboard', 'domains', 'mcp', 'people'],
    stage: 'production',
    action: 'ses:SendEmail',
    resource: accountSender,
    context: fromAccount,
  },
  {
    by: ['worker'],
    stage: 'production',
    action: 'ses:SendEmail',
    resource: accountSender,
    context: from,
  },

  // Identities that the service did not create, ours first of all, and those of another stage.
  ...['ses:PutEmailIdentityMailFromAttributes', 'ses:DeleteEmailIdentity'].flatMap(action => [
    { by: ['mcp', 'worker'], action, resource: senderDomain },
    { by: ['mcp', 'worker'], action, resource: senderAddress },
    {
      by: ['domains', 'mcp', 'worker'],
      action,
      resource: accountSender,
      context: ofTheOtherStage('Resource'),
    },
  ]),
  {
    by: ['domains', 'mcp'],
    command: 'DeleteEmailIdentityCommand',
    action: 'ses:DeleteEmailIdentity',
    resource: accountSender,
    context: tagged('Resource', 'SENDERS_TAG'),
  },
  ...['ses:CreateEmailIdentity', 'ses:TagResource'].flatMap(action => [
    { by: ['domains', 'mcp', 'worker'], action, resource: accountSender },
    {
      by: ['domains', 'mcp', 'worker'],
      action,
      resource: accountSender,
      context: ofTheOtherStage('Request'),
    },
    {
      by: ['dashboard', 'pages', 'waitlists'],
      action,
      resource: accountSender,
      context: () => ({ 'aws:RequestTag/anteroom-stage': 'production' }),
    },
  ]),

  {
    by: ['announcements', 'dashboard', 'mcp', 'people', 'worker'],
    stage: 'production',
    action: 'ses:SendEmail',
    resource: recipient,
    context: from,
  },

  {
    by: ['dashboard'],
    variable: 'BEDROCK_MODEL_ID',
    action: 'bedrock:InvokeModel',
    resource: ({ region }) => `arn:aws:bedrock:${region}::foundation-model/other`,
  },

  { variable: 'DATABASE_USER', action: 'rds-db:connect', resource: login('postgres') },
  {
    variable: 'DATABASE_USER',
    action: 'secretsmanager:GetSecretValue',
    resource: elsewhere('secretsmanager', 'secret:other-AbCdEf'),
  },
  { action: 'lambda:InvokeFunction', resource: elsewhere('lambda', 'function:other') },
  { action: 'sqs:SendMessage', resource: elsewhere('sqs', 'other') },
  { action: 'sts:AssumeRole', resource: () => `arn:aws:iam::${ACCOUNT}:role/other` },

  // Lambda attaches a function to the network; its code must not.
  ...NETWORK_INTERFACES.map(action => ({
    variable: 'DATABASE_HOST',
    action,
    resource: interfaceOf(action),
    context: ({ region }: Deployed) => ({
      'lambda:SourceFunctionArn': arn('lambda', region, 'function:ours'),
    }),
  })),
];
