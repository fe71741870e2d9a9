import * as z from 'zod';
import { described } from '../settings/describe-settings.ts';
import { PRESETS, type StagePreset } from './presets.ts';

/** The address in `Name <address>`, or the whole text if it is just an address. */
export const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

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
