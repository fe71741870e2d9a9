import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { transform } from 'esbuild';
import { publicEndpoints } from '../../../core/describe-api.ts';
import { apiOperations } from '../../../core/registry.ts';
import { buildPackage } from '../../../lib/build/packages/build-package.ts';
import { nameCall } from '../../../lib/build/packages/client-api.ts';
import { verifies } from '../../support/verifies.ts';

const PACKAGES = join(import.meta.dirname, '../../../packages');

const sizeOf = async (name: string): Promise<number> => {
  const text = readFileSync(join(PACKAGES, name, 'dist/index.js'), 'utf8');
  return gzipSync((await transform(text, { minify: true, format: 'esm' })).code).length;
};
const manifestOf = (name: string) => JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));

describe('the packages', () => {
  beforeAll(async () => {
    await buildPackage('client');
    await buildPackage('react');
  });

  it(`@anteroom/client is small, and needs no other package${verifies('client.size')}`, async () => {
    expect(await sizeOf('client')).toBeLessThanOrEqual(10_000);
    expect(manifestOf('client')).not.toHaveProperty('dependencies');
    expect(readFileSync(join(PACKAGES, 'client/dist/index.js'), 'utf8')).not.toMatch(/^import /m);
  });

  it('@anteroom/react is small too', async () => {
    expect(await sizeOf('react')).toBeLessThanOrEqual(6_000);
  });

  it('have the sizes that docs/performance.md says', async () => {
    const text = readFileSync(join(PACKAGES, '../docs/performance.md'), 'utf8');
    for (const name of ['client', 'react']) {
      const [, size] = new RegExp(`@anteroom/${name}. . ([0-9.]+) `).exec(text) ?? [];
      expect(Math.abs(Number(size) - (await sizeOf(name)) / 1_000)).toBeLessThan(0.15);
    }
  });

  it(`the client has a method for each operation and endpoint${verifies('client.operations')}`, async () => {
    const { Anteroom } = await import(join(PACKAGES, 'client/dist/index.js'));
    const anteroom = new Anteroom({ baseUrl: 'https://anteroom.example' });
    const described = [
      ...apiOperations.map(({ name, path }) => nameCall({ operationId: name, tags: [] }, path)),
      ...publicEndpoints.map(({ name, path }) => nameCall({ operationId: name, tags: ['public'] }, path)),
    ];
    expect(described.filter(({ noun, verb }) => typeof anteroom[noun]?.[verb] !== 'function')).toEqual([]);
  });

  it.each([
    ['create_waitlist', '/api/v1/waitlists', 'waitlists.create'],
    ['update_entry', '/api/v1/waitlists/{id}/entries/{entryId}', 'entries.update'],
    ['invite_entries', '/api/v1/waitlists/{id}/invitations', 'entries.invite'],
    [
      'replay_webhook_delivery',
      '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
      'webhookDeliveries.replay',
    ],
    ['get_email_template', '/api/v1/email-templates/{id}', 'emailTemplates.get'],
    ['connect_domain', '/api/v1/waitlists/{id}/domain', 'domain.connect'],
    ['get_account', '/api/v1/me', 'account.get'],
  ])('%s at %s is anteroom.%s', (operationId, path, expected) => {
    const { noun, verb } = nameCall({ operationId, tags: [] }, path);
    expect(`${noun}.${verb}`).toBe(expected);
  });

  it.each([
    [{ baseUrl: 'anteroom.example' }, 'baseUrl must be'],
    [{ baseUrl: 'ftp://anteroom.example' }, 'baseUrl must be'],
    [{ baseUrl: undefined }, 'baseUrl must be'],
    [{ baseUrl: 'https://anteroom.example', apiKey: '' }, 'apiKey is empty'],
    [{ baseUrl: 'https://anteroom.example', apiKey: 'ar_live_1\nar_live_2' }, 'apiKey is empty, or has'],
  ])('a client with %j says what is wrong', async (options, message) => {
    const { Anteroom } = await import(join(PACKAGES, 'client/dist/index.js'));
    expect(() => new Anteroom(options)).toThrow(message);
  });
});
