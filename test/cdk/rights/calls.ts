import {
  accountSender,
  arn,
  type Calls,
  certificate,
  configurationSet,
  connector,
  type Deployed,
  every,
  from,
  fromAccount,
  image,
  interfaceOf,
  login,
  model,
  modelBehind,
  NETWORK_INTERFACES,
  of,
  queue,
  recipient,
  sealing,
  senderAddress,
  senderDomain,
  staged,
  tagged,
  tenant,
  throughProfile,
  webhookSender,
} from './places.ts';

/** What a call with a secret's ARN in a variable needs. */
const secret = (variable: string, ...by: readonly string[]): Calls => ({
  by,
  command: 'GetSecretValueCommand',
  variable,
  action: 'secretsmanager:GetSecretValue',
  resource: of(variable),
});

const SETS_UP_SENDERS = ['domains', 'mcp', 'worker'];

/** The calls of the functions' code. Every command in a bundle must be here or in {@link REFUSED}. */
export const CALLS: readonly Calls[] = [
  {
    command: 'getAuthToken',
    variable: 'DATABASE_USER',
    action: 'rds-db:connect',
    resource: login('anteroom'),
  },

  secret(
    'DIGEST_KEY_SECRET_ARN',
    ...[
      'announcements',
      'assets',
      'dashboard',
      'database',
      'domains',
      'email-templates',
      'entries',
      'export',
      'mcp',
      'oauth',
    ],
    ...['pages', 'people', 'waitlists', 'webhooks', 'worker'],
  ),
  secret('TURNSTILE_SECRET_ARN', 'pages'),
  secret('STRIPE_KEY_SECRET_ARN', 'dashboard'),
  secret('STRIPE_WEBHOOK_SECRET_ARN', 'billing'),
  secret('MASTER_SECRET_ARN', 'migrate'),

  {
    by: ['mcp', 'turnstile'],
    command: 'GenerateDataKeyCommand',
    action: 'kms:GenerateDataKey',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('turnstile'),
  },
  {
    by: ['database', 'mcp'],
    command: 'GenerateDataKeyCommand',
    action: 'kms:GenerateDataKey',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('database'),
  },
  {
    by: ['mcp', 'webhooks'],
    command: 'GenerateDataKeyCommand',
    action: 'kms:GenerateDataKey',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('webhook'),
  },
  {
    by: ['worker'],
    command: 'DecryptCommand',
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('webhook'),
  },
  {
    by: ['pages'],
    command: 'DecryptCommand',
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('turnstile'),
  },
  {
    by: ['announcements', 'dashboard', 'entries', 'export', 'mcp', 'worker'],
    command: 'DecryptCommand',
    action: 'kms:Decrypt',
    resource: of('SEAL_KEY_ARN'),
    context: sealing('database'),
  },

  {
    by: ['announcements', 'dashboard', 'database', 'entries', 'export', 'mcp', 'worker'],
    command: 'InvokeCommand',
    action: 'lambda:InvokeFunction',
    resource: connector,
  },
  {
    by: ['worker'],
    command: 'InvokeCommand',
    action: 'lambda:InvokeFunction',
    resource: webhookSender,
  },
  {
    by: [
      'announcements',
      'dashboard',
      'database',
      'domains',
      'entries',
      'mcp',
      'pages',
      'people',
      'webhooks',
      'worker',
    ],
    command: 'SendMessageCommand',
    action: 'sqs:SendMessage',
    resource: queue,
  },

  // SES checks the sender's identity, by its address or its domain, and the configuration set.
  ...[senderAddress, senderDomain, configurationSet].map(resource => ({
    by: ['announcements', 'dashboard', 'mcp', 'people', 'worker'],
    command: 'SendEmailCommand',
    action: 'ses:SendEmail',
    resource,
    context: from,
  })),

  // As an account's sender.
  ...[accountSender, configurationSet].map(resource => ({
    by: ['worker'],
    command: 'SendEmailCommand',
    action: 'ses:SendEmail',
    resource,
    context: fromAccount,
  })),

  // Before the identity exists, and after.
  ...[undefined, tagged('Resource', 'SENDERS_TAG')].map(context => ({
    by: SETS_UP_SENDERS,
    command: 'GetEmailIdentityCommand',
    action: 'ses:GetEmailIdentity',
    resource: accountSender,
    ...(context && { context }),
  })),
  // SES checks both for an identity that is created with a tag.
  ...['ses:CreateEmailIdentity', 'ses:TagResource'].map(action => ({
    by: SETS_UP_SENDERS,
    command: 'CreateEmailIdentityCommand',
    action,
    resource: accountSender,
    context: tagged('Request', 'SENDERS_TAG'),
  })),
  {
    by: SETS_UP_SENDERS,
    command: 'PutEmailIdentityMailFromAttributesCommand',
    action: 'ses:PutEmailIdentityMailFromAttributes',
    resource: accountSender,
    context: tagged('Resource', 'SENDERS_TAG'),
  },
  {
    by: ['worker'],
    command: 'DeleteEmailIdentityCommand',
    action: 'ses:DeleteEmailIdentity',
    resource: accountSender,
    context: tagged('Resource', 'SENDERS_TAG'),
  },

  { by: ['worker'], command: 'GetAccountCommand', action: 'ses:GetAccount', resource: every },

  // In the sandbox, where every account begins, also the recipient's.
  {
    by: ['announcements', 'dashboard', 'mcp', 'people', 'worker'],
    command: 'SendEmailCommand',
    stage: 'development',
    action: 'ses:SendEmail',
    resource: recipient,
    context: from,
  },

  {
    by: ['assets', 'mcp'],
    command: 'PutObjectCommand',
    action: 's3:PutObject',
    resource: image('assets/a1b2.png'),
  },
  {
    by: ['card'],
    command: 'PutObjectCommand',
    action: 's3:PutObject',
    resource: image('cards/0190a1b2/a1b2.png'),
  },
  ...['cards/0190a1b2/a1b2.png', 'assets/a1b2.png'].map(key => ({
    by: ['card'],
    command: 'GetObjectCommand',
    action: 's3:GetObject',
    resource: image(key),
  })),
  {
    by: ['worker'],
    command: 'DeleteObjectsCommand',
    action: 's3:DeleteObject',
    resource: image('assets/a1b2.png'),
  },
  {
    by: ['assets'],
    command: 'GetObjectCommand',
    action: 's3:GetObject',
    resource: staged('staging/request-1'),
  },
  {
    by: ['assets'],
    command: 'DeleteObjectCommand',
    action: 's3:DeleteObject',
    resource: staged('staging/request-1'),
  },

  {
    by: ['domains', 'mcp'],
    command: 'GetDistributionTenantByDomainCommand',
    action: 'cloudfront:GetDistributionTenantByDomain',
    resource: tenant,
  },
  // Before the tenant exists, and after.
  {
    by: ['worker'],
    command: 'GetDistributionTenantCommand',
    action: 'cloudfront:GetDistributionTenant',
    resource: tenant,
  },
  {
    by: ['worker'],
    command: 'GetDistributionTenantCommand',
    action: 'cloudfront:GetDistributionTenant',
    resource: tenant,
    context: tagged('Resource'),
  },
  {
    by: ['worker'],
    command: 'CreateDistributionTenantCommand',
    action: 'cloudfront:CreateDistributionTenant',
    resource: every,
    context: tagged('Request'),
  },
  // CloudFront checks these for the caller that creates a tenant with a managed certificate.
  {
    by: ['worker'],
    command: 'CreateDistributionTenantCommand',
    action: 'cloudfront:TagResource',
    resource: tenant,
    context: tagged('Request'),
  },
  {
    by: ['worker'],
    command: 'CreateDistributionTenantCommand',
    action: 'acm:RequestCertificate',
    resource: every,
  },
  ...['acm:DescribeCertificate', 'acm:AddTagsToCertificate'].map(action => ({
    by: ['worker'],
    command: 'CreateDistributionTenantCommand',
    action,
    resource: certificate,
  })),
  {
    by: ['worker'],
    command: 'CreateDistributionTenantCommand',
    variable: 'WEB_ACL',
    action: 'wafv2:GetWebACL',
    resource: of('WEB_ACL'),
  },
  ...['Update', 'Delete'].map(verb => ({
    by: ['worker'],
    command: `${verb}DistributionTenantCommand`,
    action: `cloudfront:${verb}DistributionTenant`,
    resource: tenant,
    context: tagged('Resource'),
  })),
  {
    by: ['worker'],
    command: 'GetManagedCertificateDetailsCommand',
    action: 'cloudfront:GetManagedCertificateDetails',
    resource: tenant,
    context: tagged('Resource'),
  },

  {
    by: ['dashboard'],
    command: 'ConverseCommand',
    variable: 'BEDROCK_MODEL_ID',
    action: 'bedrock:InvokeModel',
    resource: model,
  },
  {
    by: ['dashboard'],
    command: 'ConverseCommand',
    variable: 'BEDROCK_MODEL_ID',
    action: 'bedrock:InvokeModel',
    resource: modelBehind,
    context: throughProfile,
  },

  {
    by: ['upload-answer'],
    command: 'InvokeCommand',
    action: 'lambda:InvokeFunction',
    resource: ({ variables, region }) => arn('lambda', region, `function:${variables.PROCESSOR}`),
  },
];

/** What Lambda does with the role of a function. */
export const LAMBDA_CALLS: readonly Calls[] = [
  ...['logs:CreateLogStream', 'logs:PutLogEvents'].map(action => ({
    variable: 'LOG_GROUP',
    action,
    resource: ({ variables }: Deployed) => `${variables.LOG_GROUP?.replace(/\*$/, 'log-stream:2026')}`,
  })),
  ...['xray:PutTraceSegments', 'xray:PutTelemetryRecords'].map(action => ({
    variable: 'LOG_GROUP',
    action,
    resource: every,
  })),
  ...NETWORK_INTERFACES.map(action => ({
    variable: 'DATABASE_HOST',
    action,
    resource: interfaceOf(action),
  })),
  ...[
    'ReceiveMessage',
    'DeleteMessage',
    'GetQueueAttributes',
    'GetQueueUrl',
    'ChangeMessageVisibility',
  ].flatMap(name =>
    ['mail-feedback', 'worker'].map(by => ({
      by: [by],
      variable: 'POLLED_QUEUE',
      action: `sqs:${name}`,
      resource: of('POLLED_QUEUE'),
    })),
  ),
];
