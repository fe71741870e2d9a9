import * as z from 'zod';
import type { EmailLimits } from '../core/email/email-budget.ts';
import { SiteSettings } from '../core/kernel/site.ts';
import { AgentSettings, EmailLimitSettings } from '../settings/functions.ts';
import { PRESETS, type Stage, type StagePreset } from './presets.ts';

const address = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

const hostName = z
  .string()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'must be a host name in lower case, e.g. anteroom.example',
  );

/** `true` and `false`, as the command line gives them too. */
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

/** Every deployment setting, by its name in the CDK context. */
const Input = z
  .strictObject({
    stage: z.enum(['development', 'production']).default('development'),
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, e.g. eu-central-1')
      .default('us-east-1'),
    /** Who confirmation emails come from: an address, or `Name <address>`. */
    sender: z
      .string()
      .refine(
        value => z.email().safeParse(address(value)).success,
        'must be an address, or "Name <address>"',
      ),
    /** What SES verifies: the one address (by a link it mails), its whole domain (by DNS), or nothing, as it was done before. */
    senderIdentity: z.enum(['address', 'domain', 'existing']).optional(),
    domainName: hostName.optional(),
    hostedZoneId: z
      .string()
      .regex(/^Z[A-Z0-9]+$/, 'must be the id of a Route 53 hosted zone')
      .optional(),
    hostedZoneName: hostName.optional(),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/.+$/,
        'must be an ACM certificate in us-east-1',
      )
      .optional(),
    webAclArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/,
        'must be a WAF web ACL of scope CLOUDFRONT',
      )
      .optional(),
    /** Turnstile's keys for waitlists that have none of their own: the site key, and the secret in Secrets Manager. */
    turnstileSiteKey: z.string().regex(/^[\w-]{10,100}$/, 'must be a site key, as Cloudflare shows it'),
    turnstileSecretArn: secretArn('the secret key'),
    /** Payments by Stripe: its key and the signing secret of our endpoint there, both in Secrets Manager. */
    stripeKeySecretArn: secretArn('a secret or restricted key of Stripe').optional(),
    stripeWebhookSecretArn: secretArn('the signing secret of the endpoint at Stripe').optional(),
    /** The model of Amazon Bedrock, or the inference profile, that generates pages. */
    bedrockModelId: z
      .string()
      .regex(
        /^[a-z0-9-]+(\.[\w-]+)+(:\d+)*$/,
        'must be the id of a model or an inference profile of Amazon Bedrock',
      )
      .optional(),
    alarmEmail: z.email().optional(),
    licensePriceUsd: SiteSettings.LICENSE_PRICE_USD,
    proPriceUsd: SiteSettings.PRO_PRICE_USD,
    signupsPerMinutePerIp: z.coerce.number().int().min(1).max(10_000).default(10),
    emailsPerRecipientPerDay: EmailLimitSettings.EMAILS_PER_RECIPIENT_PER_DAY,
    emailsPerDayFree: EmailLimitSettings.EMAILS_PER_DAY_FREE,
    emailsPerDayPro: EmailLimitSettings.EMAILS_PER_DAY_PRO,
    agentAllowedOrigins: AgentSettings.AGENT_ALLOWED_ORIGINS,
    databaseMinAcu: acu.optional(),
    databaseMaxAcu: acu.min(1).optional(),
    /** What the database is made of instead of being empty; it must stay as long as that database does. */
    databaseSnapshotArn: z
      .string()
      .regex(/^arn:aws[\w-]*:rds:[\w-]+:\d{12}:cluster-snapshot:.+$/, 'must be the ARN of a cluster snapshot')
      .optional(),
    databaseReaders: z.coerce.number().int().min(0).max(15).optional(),
    backupDays: z.coerce.number().int().min(1).max(35).optional(),
    natGateways: z.coerce.number().int().min(1).max(2).optional(),
    keepData: Flag.optional(),
    /** Instances of all functions of the AWS account together, in the region: a quota of Lambda. */
    lambdaConcurrency: z.coerce.number().int().min(10).max(1_000_000).default(1_000),
    /** Whether a firewall is made: AWS's managed rules, and the next, for each address. */
    firewall: Flag.default(false),
    firewallRequestsPer5Minutes: z.coerce.number().int().min(100).max(2_000_000_000).default(3_000),
  })
  .check(context => {
    const { stage, region, sender, domainName, hostedZoneId, hostedZoneName, certificateArn, alarmEmail } =
      context.value;
    const { turnstileSiteKey } = context.value;
    const wrong = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value });
    if (domainName && !hostedZoneId && !certificateArn) {
      wrong(
        'domainName',
        'needs hostedZoneId and hostedZoneName (a certificate and DNS records are made), or certificateArn',
      );
    }
    if (!domainName && (hostedZoneId || certificateArn))
      wrong('domainName', 'is missing beside hostedZoneId or certificateArn');
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
      wrong('certificateArn', 'is needed outside us-east-1: CloudFront takes certificates from there only');
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
    if (stage === 'production' && /^[123]x0{20}/.test(turnstileSiteKey))
      wrong('turnstileSiteKey', 'is one that Cloudflare publishes for tests; give a key of yours');
    if (context.value.firewall && context.value.webAclArn)
      wrong('webAclArn', 'is a firewall of yours; leave it out, or leave out firewall');
    if (stage === 'production' && !alarmEmail) wrong('alarmEmail', 'is needed in production');
    if (stage === 'production' && /@example\.(com|net|org)$/.test(address(sender))) {
      wrong('sender', 'is an example; give an address of yours');
    }
  });

/** Names of the settings, as they stand in the CDK context (`-c stage=production`), or in the object of a stage there. */
export const SETTING_NAMES = Object.keys(Input.shape) as (keyof typeof Input.shape)[];

export interface OwnDomain {
  readonly name: string;
  readonly hostedZone: { readonly id: string; readonly name: string } | undefined;
  readonly certificateArn: string | undefined;
}

/** Keys of the bot challenge. */
export interface TurnstileKeys {
  readonly siteKey: string;
  readonly secretArn: string;
}

/** Where the keys of Stripe are. */
export interface StripeSecrets {
  readonly keyArn: string;
  readonly webhookArn: string;
  /** Real money: in production. */
  readonly live: boolean;
}

/** How this copy of the service is deployed. */
export interface DeploymentSettings {
  readonly stage: Stage;
  readonly region: string;
  readonly sender: { readonly from: string; readonly address: string; readonly domain: string };
  readonly senderIdentity: 'address' | 'domain' | 'existing';
  readonly domain: OwnDomain | undefined;
  readonly webAclArn: string | undefined;
  /** The firewall to be made, if any. */
  readonly firewall: { readonly requestsPer5Minutes: number } | undefined;
  readonly turnstile: TurnstileKeys;
  readonly alarmEmail: string | undefined;
  readonly licensePriceUsd: number;
  /** Undefined: that of a licence. */
  readonly proPriceUsd: number | undefined;
  /** Undefined: nothing can be paid. */
  readonly stripe: StripeSecrets | undefined;
  /** Undefined: no pages are generated. */
  readonly bedrockModelId: string | undefined;
  readonly signupsPerMinutePerIp: number;
  readonly emailLimits: EmailLimits;
  /** Origins of pages that may call the endpoint of agents. */
  readonly agentAllowedOrigins: readonly string[];
  readonly lambdaConcurrency: number;
  /** The snapshot that the database is made of. */
  readonly databaseSnapshotArn: string | undefined;
  readonly preset: StagePreset;
}

/** Whether a name of the CDK context is meant as a setting of ours; those of CDK have a mark in them (`aws:cdk:…`). */
const isOurs = (name: string): boolean => /^[A-Za-z]\w*$/.test(name);

/**
 * The CDK context of ours: settings, and an object with more of them for each stage. What stands beside the objects, as the command
 * line's settings do, goes before.
 */
const Context = z.preprocess((context: Readonly<Record<string, unknown>>, { issues }) => {
  const { development, production, ...settings } = context;
  const stage = settings.stage === 'production' ? 'production' : 'development';
  const own = z.record(z.string(), z.unknown()).safeParse({ development, production }[stage] ?? {});
  if (!own.success)
    issues.push({ code: 'custom', path: [stage], message: 'must be an object of settings', input: context });
  return { ...own.data, ...settings, stage: settings.stage };
}, Input);

/**
 * Reads the deployment settings: those in the object of the stage that is deployed, and before them those that stand beside it,
 * as the command line's do. So what one stage is made of (its domain, its snapshot) cannot become the other's.
 * @param context - the CDK context.
 * @throws {Error} that names every setting that is missing, wrong or unknown.
 */
export function readDeploymentSettings(context: Readonly<Record<string, unknown>>): DeploymentSettings {
  const given = Object.entries(context).filter(
    ([name, value]) => isOurs(name) && value !== undefined && value !== '',
  );
  const result = Context.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const problems = result.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(name => `${name}: is no setting; there are ${SETTING_NAMES.join(', ')}`)
        : [`${issue.path.join('.')}: ${issue.message}`],
    );
    throw new Error(
      `The deployment settings are wrong (give them as -c name=value, or in cdk.json):\n  ${problems.join('\n  ')}`,
    );
  }
  const { stage, sender, domainName, hostedZoneId, hostedZoneName, ...input } = result.data;
  const preset = PRESETS[stage];
  const databaseMinAcu = input.databaseMinAcu ?? preset.databaseMinAcu;
  return {
    stage,
    region: input.region,
    sender: { from: sender, address: address(sender), domain: address(sender).split('@')[1] ?? '' },
    senderIdentity: input.senderIdentity ?? (stage === 'production' ? 'domain' : 'address'),
    domain: domainName
      ? {
          name: domainName,
          hostedZone: hostedZoneId && hostedZoneName ? { id: hostedZoneId, name: hostedZoneName } : undefined,
          certificateArn: input.certificateArn,
        }
      : undefined,
    webAclArn: input.webAclArn,
    firewall: input.firewall ? { requestsPer5Minutes: input.firewallRequestsPer5Minutes } : undefined,
    turnstile: { siteKey: input.turnstileSiteKey, secretArn: input.turnstileSecretArn },
    alarmEmail: input.alarmEmail,
    licensePriceUsd: input.licensePriceUsd,
    proPriceUsd: input.proPriceUsd,
    stripe:
      input.stripeKeySecretArn && input.stripeWebhookSecretArn
        ? {
            keyArn: input.stripeKeySecretArn,
            webhookArn: input.stripeWebhookSecretArn,
            live: stage === 'production',
          }
        : undefined,
    bedrockModelId: input.bedrockModelId,
    signupsPerMinutePerIp: input.signupsPerMinutePerIp,
    emailLimits: {
      perRecipient: input.emailsPerRecipientPerDay,
      perAccount: { free: input.emailsPerDayFree, pro: input.emailsPerDayPro },
    },
    agentAllowedOrigins: input.agentAllowedOrigins,
    lambdaConcurrency: input.lambdaConcurrency,
    databaseSnapshotArn: input.databaseSnapshotArn,
    preset: {
      ...preset,
      databaseReaders: input.databaseReaders ?? preset.databaseReaders,
      backupDays: input.backupDays ?? preset.backupDays,
      natGateways: input.natGateways ?? preset.natGateways,
      keepData: input.keepData ?? preset.keepData,
      databaseMinAcu,
      databaseMaxAcu: Math.max(input.databaseMaxAcu ?? preset.databaseMaxAcu, databaseMinAcu),
    },
  };
}
