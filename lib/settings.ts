import * as z from 'zod';
import { isDummyKey } from '../core/bot-challenge/dummy-keys.ts';
import { described } from '../settings/describe-settings.ts';
import { operatorSettings, toCamelCase } from '../settings/operator-settings.ts';
import type { Environment } from '../settings/read-settings.ts';
import { PRESETS, type StagePreset } from './presets.ts';

/** The address in `Name <address>`, or the whole text if it is just an address. */
const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

const hostName = z
  .string()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'must be a host name in lower case, e.g. anteroom.example',
  );

/** `true` or `false`, also as text from the command line. */
const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })], {
  error: 'must be true or false',
});

const acu = z.coerce.number().min(0).max(256).multipleOf(0.5);

const secretArn = (content: string) =>
  z
    .string()
    .regex(
      /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/,
      `must be the whole ARN of a secret in Secrets Manager that holds ${content}`,
    );

/** The preset's value in each stage. */
const byStage = (name: keyof StagePreset): string =>
  `\`${PRESETS.development[name]}\` / \`${PRESETS.production[name]}\``;

/** The settings of the stacks, by their names in the CDK context. */
export const stackSettings = {
  stage: described(
    z.enum(['development', 'production']).default('development'),
    'The preset, and part of every name: one account can hold both',
  ),
  region: described(
    z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, e.g. eu-central-1')
      .default('us-east-1'),
    'The region of everything that CloudFront does not require in us-east-1',
  ),
  sender: described(
    z
      .string()
      .refine(
        value => z.email().safeParse(addressOf(value)).success,
        'must be an address, or "Name <address>"',
      ),
    'The sender of emails: an address, or `Name <address>`',
    'required',
  ),
  senderIdentity: described(
    z.enum(['address', 'domain', 'existing']).optional(),
    'What SES verifies: the `address` (link), its `domain` (DNS), or nothing (`existing`)',
    '`address` / `domain`',
  ),
  turnstileSiteKey: described(
    z.string().regex(/^[\w-]{10,100}$/, 'must be a site key, as Cloudflare shows it'),
    'Site key of the shared bot challenge',
    'required',
  ),
  turnstileSecretArn: described(
    secretArn('the secret key'),
    'The secret that holds its secret key',
    'required',
  ),
  alarmEmail: described(z.email().optional(), 'Who gets alarms', 'none / required'),
  domainName: described(hostName.optional(), 'The host of the service', "CloudFront's name"),
  hostedZoneId: described(
    z
      .string()
      .regex(/^Z[A-Z0-9]+$/, 'must be the id of a Route 53 hosted zone')
      .optional(),
    'Its Route 53 zone',
  ),
  hostedZoneName: described(hostName.optional(), 'The name of that zone'),
  certificateArn: described(
    z
      .string()
      .regex(
        /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/.+$/,
        'must be an ACM certificate in us-east-1',
      )
      .optional(),
    'A certificate for it, in us-east-1',
    'created for you',
  ),
  firewall: described(Flag.default(false), "WAF with AWS's managed rules and a limit per address"),
  firewallRequestsPer5Minutes: described(
    z.coerce.number().int().min(100).max(2_000_000_000).default(3_000),
    'That limit',
  ),
  webAclArn: described(
    z
      .string()
      .regex(
        /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/,
        'must be a WAF web ACL of scope CLOUDFRONT',
      )
      .optional(),
    'Your own firewall instead, of scope CLOUDFRONT',
  ),
  databaseMinAcu: described(
    acu.optional(),
    "Aurora's minimum capacity. With 0 it pauses after ten idle minutes and takes up to 30 seconds to wake",
    byStage('databaseMinAcu'),
  ),
  databaseMaxAcu: described(acu.min(1).optional(), "Aurora's maximum capacity", byStage('databaseMaxAcu')),
  databaseReaders: described(
    z.coerce.number().int().min(0).max(15).optional(),
    'Readers in another zone that take over',
    byStage('databaseReaders'),
  ),
  backupDays: described(
    z.coerce.number().int().min(1).max(35).optional(),
    'How far back you can restore, to the second',
    byStage('backupDays'),
  ),
  databaseSnapshotArn: described(
    z
      .string()
      .regex(/^arn:aws[\w-]*:rds:[\w-]+:\d{12}:cluster-snapshot:.+$/, 'must be the ARN of a cluster snapshot')
      .optional(),
    'The snapshot the database is created from ([restore](operations.md#restore))',
  ),
  keepData: described(
    Flag.optional(),
    'Whether data outlives its stack and is protected from deletion',
    byStage('keepData'),
  ),
  natGateways: described(
    z.coerce.number().int().min(1).max(2).optional(),
    'With one, an outage of its zone stops emails and bot challenges',
    byStage('natGateways'),
  ),
  monthlyBudgetUsd: described(
    z.coerce.number().min(1).optional(),
    "An email to `alarmEmail` when the AWS account's costs of a month pass it, or will",
    byStage('monthlyBudgetUsd'),
  ),
  lambdaConcurrency: described(
    z.coerce.number().int().min(10).max(1_000_000).default(1_000),
    "The account's quota of concurrent executions",
  ),
  stripeKeySecretArn: described(
    secretArn('a secret or restricted key of Stripe').optional(),
    "The secret that holds Stripe's key",
    'none: no payments',
  ),
  stripeWebhookSecretArn: described(
    secretArn('the signing secret of the endpoint at Stripe').optional(),
    "The secret that holds the endpoint's signing secret",
    'none: no payments',
  ),
  bedrockModelId: described(
    z
      .string()
      .regex(
        /^[a-z0-9-]+(\.[\w-]+)+(:\d+)*$/,
        'must be the id of a model or an inference profile of Amazon Bedrock',
      )
      .optional(),
    'A fast Bedrock model or inference profile',
    'none: no generated pages',
  ),
};

/** Settings of functions that the operator chooses (`settings/needs.ts`), by their names in the CDK context. */
const functionSettings = Object.fromEntries(
  Object.entries(operatorSettings).map(([name, schema]) => [toCamelCase(name), schema]),
);

/** Every deployment setting, by its name in the CDK context (`-c stage=production`) or in a stage's object there. */
export const deploymentSettings: Readonly<Record<string, z.ZodType>> = {
  ...stackSettings,
  ...functionSettings,
};

const Input = z
  // The cast drops the functions' settings: the stacks pass them on unchanged.
  .strictObject(deploymentSettings as typeof stackSettings)
  .check(context => {
    const { stage, region, sender, domainName, hostedZoneId, hostedZoneName, certificateArn, alarmEmail } =
      context.value;
    const { turnstileSiteKey } = context.value;
    const wrong = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value });
    if (domainName && !hostedZoneId && !certificateArn) {
      wrong(
        'domainName',
        'needs hostedZoneId and hostedZoneName (to create a certificate and DNS records), or certificateArn',
      );
    }
    if (!domainName && (hostedZoneId || certificateArn))
      wrong('domainName', 'is required with hostedZoneId or certificateArn');
    if (hostedZoneId && !hostedZoneName) wrong('hostedZoneName', 'is needed beside hostedZoneId');
    if (
      domainName &&
      hostedZoneName &&
      domainName !== hostedZoneName &&
      !domainName.endsWith(`.${hostedZoneName}`)
    ) {
      wrong('hostedZoneName', 'must be domainName or a parent of it');
    }
    if (hostedZoneId && !certificateArn && region !== 'us-east-1') {
      wrong(
        'certificateArn',
        'is required outside us-east-1: CloudFront only accepts certificates from there',
      );
    }
    for (const name of ['turnstileSecretArn', 'stripeKeySecretArn', 'stripeWebhookSecretArn'] as const) {
      const arn = context.value[name];
      if (arn !== undefined && arn.split(':')[3] !== region)
        wrong(name, `must be in ${region}, where the functions are`);
    }
    if (context.value.stripeKeySecretArn && !context.value.stripeWebhookSecretArn)
      wrong('stripeWebhookSecretArn', 'is needed beside stripeKeySecretArn');
    if (context.value.stripeWebhookSecretArn && !context.value.stripeKeySecretArn)
      wrong('stripeKeySecretArn', 'is needed beside stripeWebhookSecretArn');
    if (stage === 'production' && isDummyKey(turnstileSiteKey))
      wrong('turnstileSiteKey', 'is a test key published by Cloudflare; use your own');
    if (context.value.firewall && context.value.webAclArn)
      wrong('webAclArn', 'cannot be set together with firewall');
    if (stage === 'production' && !alarmEmail) wrong('alarmEmail', 'is needed in production');
    if (stage === 'production' && /@example\.(com|net|org)$/.test(addressOf(sender))) {
      wrong('sender', 'is an example; use your own address');
    }
  });

/** Whether a name in the CDK context is a setting. CDK's own contain punctuation (`aws:cdk:…`). */
const isSetting = (name: string): boolean => /^[A-Za-z]\w*$/.test(name);

/**
 * The settings in a CDK context: those of the deployed stage's object, overridden by those beside it, which `-c` sets.
 * So one stage's domain or snapshot cannot be used for the other.
 */
function selectSettings(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { development, production, ...common } = Object.fromEntries(
    Object.entries(context).filter(([name]) => isSetting(name)),
  );
  const stage = common.stage === 'production' ? 'production' : 'development';
  const own = z.record(z.string(), z.unknown()).safeParse({ development, production }[stage] ?? {});
  if (!own.success) throw new Error(`${stage}: must be an object of settings`);
  const isPresent = ([, value]: readonly [string, unknown]) => value !== undefined && value !== '';
  return Object.fromEntries(
    [...Object.entries({ ...own.data, stage: undefined }), ...Object.entries(common)].filter(isPresent),
  );
}

/** How this copy of the service is deployed. */
export type DeploymentSettings = ReturnType<typeof readDeploymentSettings>;

/**
 * Reads the deployment settings.
 * @param context - the CDK context
 * @throws {Error} that names every setting that is missing, wrong, or unknown
 */
export function readDeploymentSettings(context: Readonly<Record<string, unknown>>) {
  const given = selectSettings(context);
  const result = Input.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(
            name => `${name}: is no setting; there are ${Object.keys(deploymentSettings).join(', ')}`,
          )
        : [`${issue.path.join('.')}: ${issue.message}`],
    );
    throw new Error(
      `The deployment settings are wrong (give them as -c name=value, or in cdk.json):\n  ${problems.join('\n  ')}`,
    );
  }
  const { stage, sender, domainName, hostedZoneId, hostedZoneName, ...input } = result.data;
  const preset: StagePreset = {
    ...PRESETS[stage],
    ...Object.fromEntries(
      Object.entries(input).filter(([name, value]) => name in PRESETS[stage] && value !== undefined),
    ),
  };
  return {
    stage,
    region: input.region,
    sender: { from: sender, address: addressOf(sender), domain: addressOf(sender).split('@')[1] ?? '' },
    senderIdentity: input.senderIdentity ?? (stage === 'production' ? 'domain' : 'address'),
    domain: domainName
      ? {
          name: domainName,
          hostedZone: hostedZoneId && hostedZoneName ? { id: hostedZoneId, name: hostedZoneName } : undefined,
          certificateArn: input.certificateArn,
        }
      : undefined,
    webAclArn: input.webAclArn,
    /** The firewall to create, if any. */
    firewall: input.firewall ? { requestsPer5Minutes: input.firewallRequestsPer5Minutes } : undefined,
    turnstile: { siteKey: input.turnstileSiteKey, secretArn: input.turnstileSecretArn },
    alarmEmail: input.alarmEmail,
    stripe:
      input.stripeKeySecretArn && input.stripeWebhookSecretArn
        ? {
            keyArn: input.stripeKeySecretArn,
            webhookArn: input.stripeWebhookSecretArn,
            live: stage === 'production',
          }
        : undefined,
    bedrockModelId: input.bedrockModelId,
    lambdaConcurrency: input.lambdaConcurrency,
    databaseSnapshotArn: input.databaseSnapshotArn,
    preset: { ...preset, databaseMaxAcu: Math.max(preset.databaseMaxAcu, preset.databaseMinAcu) },
    /** The settings of functions that the operator set, as environment variables. */
    variables: Object.fromEntries(
      Object.keys(operatorSettings)
        .filter(name => given[toCamelCase(name)] !== undefined)
        .map(name => [name, String(given[toCamelCase(name)])]),
    ) as Environment,
  };
}
