import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readDeploymentSettings } from '../../lib/settings.ts';
import { updateSettingsTables } from '../../lib/settings-tables.ts';

const secretArnIn = (region: string) =>
  `arn:aws:secretsmanager:${region}:123456789012:secret:turnstile-AbCdEf`;
const turnstile = { turnstileSiteKey: '0x4AAAAAAAsite-key', turnstileSecretArn: secretArnIn('us-east-1') };

const read = (settings: Readonly<Record<string, unknown>>) =>
  readDeploymentSettings({ ...turnstile, ...settings });
const sender = 'Anteroom <hello@anteroom.app>';
const production = { stage: 'production', sender, alarmEmail: 'oncall@anteroom.app' };
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc';

describe('deployment settings', () => {
  it.each(['deploying.md', 'configuration.md'])('are in docs/%s as they are defined (npm run docs)', name => {
    const page = readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
    expect(page).toBe(updateSettingsTables(page));
    expect(page).toMatch(/^\| `\w+` \| .* \| .+ \|$/m);
  });

  it('require a sender, the bot challenge keys, and nothing else', () => {
    expect(read({ sender: 'hello@anteroom.app' })).toMatchObject({
      stage: 'development',
      region: 'us-east-1',
      sender: { from: 'hello@anteroom.app', address: 'hello@anteroom.app', domain: 'anteroom.app' },
      senderIdentity: 'address',
      domain: undefined,
      turnstile: { siteKey: '0x4AAAAAAAsite-key', secretArn: secretArnIn('us-east-1') },
      preset: { databaseMinAcu: 0, keepData: false, natGateways: 1, reserveConcurrency: false },
    });
  });

  it('are those of the deployed stage, overridden by those given for any stage', () => {
    const databaseSnapshotArn = 'arn:aws:rds:us-east-1:123456789012:cluster-snapshot:restored';
    const context = {
      licensePriceUsd: '59',
      development: { sender: 'try@anteroom.app', licensePriceUsd: '1', stage: 'production' },
      production: { sender, alarmEmail: 'oncall@anteroom.app', databaseSnapshotArn },
    };
    expect(read(context)).toMatchObject({
      stage: 'development',
      sender: { from: 'try@anteroom.app' },
      variables: { LICENSE_PRICE_USD: '59' },
      databaseSnapshotArn: undefined,
      alarmEmail: undefined,
    });
    expect(read({ ...context, stage: 'production' })).toMatchObject({
      stage: 'production',
      sender: { from: sender },
      databaseSnapshotArn,
    });
    expect(read({ ...context, sender: 'line@anteroom.app' }).sender.from).toBe('line@anteroom.app');
  });

  it('of a stage are named when they are invalid or not an object', () => {
    expect(() => read({ sender, development: { databaseReaders: -1, readers: 2 } })).toThrow(
      /databaseReaders: .*\n.*readers: is no setting/s,
    );
    expect(() => read({ ...production, production: 'yes' })).toThrow(
      /production: must be an object of settings/,
    );
    expect(() => read({ sender, stage: 'staging' })).toThrow(/stage: /);
  });

  it('take the address out of a sender with a name', () => {
    expect(read({ sender }).sender).toEqual({
      from: sender,
      address: 'hello@anteroom.app',
      domain: 'anteroom.app',
    });
  });

  it('protect data and sweep each minute in production', () => {
    expect(read(production)).toMatchObject({
      senderIdentity: 'domain',
      preset: { databaseMinAcu: 0.5, keepData: true, natGateways: 2, sweepMinutes: 1 },
      firewall: undefined,
    });
  });

  it('read numbers as text, as the command line gives them', () => {
    const { preset } = read({ sender, databaseMinAcu: '4', databaseMaxAcu: '2' });
    expect(preset).toMatchObject({ databaseMinAcu: 4, databaseMaxAcu: 4 });
  });

  it('are passed to functions as environment variables', () => {
    expect(read({ sender }).variables).toEqual({});
    const given = {
      emailsPerRecipientPerDay: '3',
      licensePriceUsd: 99,
      agentAllowedOrigins: 'https://a.example',
    };
    expect(read({ sender, ...given }).variables).toEqual({
      EMAILS_PER_RECIPIENT_PER_DAY: '3',
      LICENSE_PRICE_USD: '99',
      AGENT_ALLOWED_ORIGINS: 'https://a.example',
    });
  });

  it('override the preset', () => {
    const given = { natGateways: '1', keepData: 'false', backupDays: '35', databaseReaders: '0' };
    expect(read({ ...production, ...given }).preset).toMatchObject({
      natGateways: 1,
      keepData: false,
      backupDays: 35,
      databaseReaders: 0,
    });
    expect(read({ sender, keepData: true }).preset.keepData).toBe(true);
  });

  it('enable a firewall, and set its rate limit per address', () => {
    expect(read({ sender, firewall: 'true' }).firewall).toEqual({ requestsPer5Minutes: 3_000 });
    expect(
      read({ sender, firewall: true, firewallRequestsPer5Minutes: '900' }).firewall?.requestsPer5Minutes,
    ).toBe(900);
  });

  it('ignore what CDK itself keeps in the context', () => {
    const ofCdk = { 'aws:cdk:enable-path-metadata': true, '@aws-cdk/core:checkSecretUsage': true };
    expect(read({ sender, ...ofCdk, 'cli-telemetry': false, 'availability-zones:a': [] }).stage).toBe(
      'development',
    );
  });

  it('accept a domain with a hosted zone, or with a certificate', () => {
    const zone = {
      domainName: 'wait.anteroom.app',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'anteroom.app',
    };
    expect(read({ sender, ...zone }).domain).toEqual({
      name: 'wait.anteroom.app',
      hostedZone: { id: 'Z0123456789', name: 'anteroom.app' },
      certificateArn: undefined,
    });
    expect(read({ sender, domainName: 'anteroom.app', certificateArn }).domain).toMatchObject({
      hostedZone: undefined,
    });
  });

  it.each([
    ['no sender', {}, 'sender:'],
    ['a sender that is not an address', { sender: 'Anteroom' }, 'sender:'],
    ['a limit of zero', { sender, emailsPerDayFree: '0' }, 'emailsPerDayFree:'],
    ['an unknown stage', { sender, stage: 'test' }, 'stage:'],
    ['an invalid region', { sender, region: 'mars' }, 'region:'],
    ['production without an address for alarms', { stage: 'production', sender }, 'alarmEmail:'],
    ['production with the example sender', { ...production, sender: 'hello@example.com' }, 'sender:'],
    ['a domain without a zone or a certificate', { sender, domainName: 'anteroom.app' }, 'domainName:'],
    ['a certificate without a domain', { sender, certificateArn }, 'domainName:'],
    [
      'a certificate in another region',
      { sender, domainName: 'a.app', certificateArn: certificateArn.replace('us-east-1', 'eu-west-1') },
      'certificateArn:',
    ],
    [
      'a zone without its name',
      { sender, domainName: 'anteroom.app', hostedZoneId: 'Z0123456789' },
      'hostedZoneName:',
    ],
    [
      'a zone that is not a parent of the domain',
      { sender, domainName: 'anteroom.app', hostedZoneId: 'Z0123456789', hostedZoneName: 'room.app' },
      'hostedZoneName:',
    ],
    [
      'a zone outside us-east-1 without a certificate',
      {
        sender,
        region: 'eu-west-1',
        domainName: 'a.app',
        hostedZoneId: 'Z0123456789',
        hostedZoneName: 'a.app',
      },
      'certificateArn:',
    ],
    ['no site key for the bot challenge', { sender, turnstileSiteKey: '' }, 'turnstileSiteKey:'],
    ['no secret for the bot challenge', { sender, turnstileSecretArn: undefined }, 'turnstileSecretArn:'],
    [
      'a secret instead of its ARN',
      { sender, turnstileSecretArn: '0x4AAAAAAAsecret-key' },
      'turnstileSecretArn:',
    ],
    [
      'a secret in another region',
      { sender, turnstileSecretArn: secretArnIn('eu-west-1') },
      'turnstileSecretArn:',
    ],
    [
      'production with a test site key',
      { ...production, turnstileSiteKey: '1x00000000000000000000AA' },
      'turnstileSiteKey:',
    ],
    ['an unknown setting', { sender, alarmMail: 'oncall@anteroom.app' }, 'alarmMail: is no setting'],
    ['an invalid flag', { sender, keepData: 'maybe' }, 'keepData: must be true or false'],
    [
      'a snapshot of something else',
      { sender, databaseSnapshotArn: 'arn:aws:rds:us-east-1:123456789012:snapshot:mine' },
      'databaseSnapshotArn:',
    ],
    ['more NAT gateways than zones', { sender, natGateways: '3' }, 'natGateways:'],
    ['a backup period Aurora does not support', { sender, backupDays: '0' }, 'backupDays:'],
    [
      'two firewalls',
      {
        sender,
        firewall: 'true',
        webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/mine/0a1b2c3d',
      },
      'webAclArn:',
    ],
    [
      'a Stripe key instead of its ARN',
      { sender, stripeKeySecretArn: 'sk_live_secret' },
      'stripeKeySecretArn:',
    ],
    [
      'a Stripe key without the webhook secret',
      { sender, stripeKeySecretArn: secretArnIn('us-east-1') },
      'stripeWebhookSecretArn:',
    ],
    [
      'a webhook secret without a Stripe key',
      { sender, stripeWebhookSecretArn: secretArnIn('us-east-1') },
      'stripeKeySecretArn:',
    ],
    [
      'Stripe keys in another region',
      {
        sender,
        stripeKeySecretArn: secretArnIn('eu-west-1'),
        stripeWebhookSecretArn: secretArnIn('us-east-1'),
      },
      'stripeKeySecretArn:',
    ],
    ['a price in fractions of a cent', { sender, proPriceUsd: '9.999' }, 'proPriceUsd:'],
    ['an invalid model', { sender, bedrockModelId: 'haiku' }, 'bedrockModelId:'],
    ['a capacity Aurora does not support', { sender, databaseMaxAcu: '2.3' }, 'databaseMaxAcu:'],
  ])('refuse %s, naming the setting', (_case, settings, named) => {
    expect(() => read(settings)).toThrow(named);
  });
});
