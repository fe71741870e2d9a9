import * as z from 'zod';
import { isDummyKey } from '../core/bot-challenge/dummy-keys.ts';
import { operatorSettings, toCamelCase } from '../settings/operator-settings.ts';
import type { Environment } from '../settings/read-settings.ts';
import { PRESETS, type StagePreset } from './presets.ts';
import { addressOf, stackSettings } from './stack-settings.ts';

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
