import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { readMigrations } from '../../adapters/postgres/kernel/migrate.ts';
import { generateApiKey, isWellFormedApiKey } from '../../core/account/api-key.ts';
import { readBuilt } from './built.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };

/** The kinds of secrets in a file; never the secrets themselves, which would end up in the logs. */
async function secretsIn(filePath: string, content: string): Promise<string[]> {
  const source = { filePath, content, ext: '.js', contentType: 'text' } as const;
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true } });
  const ownKeys = content.match(/ar_live_[0-9A-Za-z]{38}/g) ?? [];
  return [
    ...messages.map(({ ruleId, messageId }) => `${ruleId}: ${messageId}`),
    ...(ownKeys.some(isWellFormedApiKey) ? ['an API key of ours'] : []),
  ];
}

/** Everything that a deployment uploads, by path. */
async function deployed(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const { bundles, site } = await readBuilt();
  for (const { name, code, deferred } of bundles.values()) {
    files.set(`${name}/index.mjs`, code.toString());
    for (const [path, content] of deferred) files.set(`${name}/${path}`, content.toString());
  }
  for (const [path, { body }] of site.files) files.set(path, body.toString());
  for (const { name, sql } of await readMigrations(MIGRATIONS)) files.set(name, sql);
  return files;
}

describe('bundles, files of pages and migrations', () => {
  it('hold no secret', async () => {
    const files = await deployed();
    expect(files.size).toBeGreaterThan(50);
    const found: Record<string, string[]> = {};
    for (const [path, content] of files) {
      const secrets = await secretsIn(path, content);
      if (secrets.length > 0) found[path] = secrets;
    }
    expect(found).toEqual({});
  }, 180_000);
});

describe('the scan', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

  it.each<[string, string]>([
    ['a private key', privateKey],
    ['an AWS key', `AWS_SECRET_ACCESS_KEY=${randomBytes(30).toString('base64').replace(/[+/=]/g, 'x')}`],
    ['a password in a URL', `postgres://root:${randomBytes(12).toString('hex')}@database.example.org/app`],
    ['one of our own keys', generateApiKey()],
  ])('finds %s', async (_what, secret) => {
    expect(await secretsIn('planted.js', `const x = 1;\nconst text = \`${secret}\`;\n`)).not.toEqual([]);
  });

  it('finds nothing in text without secrets', async () => {
    expect(await secretsIn('clean.js', 'export const answer = 42;\n')).toEqual([]);
  });
});
