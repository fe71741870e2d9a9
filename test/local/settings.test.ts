import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readLocalSettings } from '../../local/settings.ts';
import { verifies } from '../support/verifies.ts';

describe('the local settings', () => {
  it(`all have defaults${verifies('run.port-setting', 'run.data-dir-setting', 'run.loopback-unless-host', 'run.embedded-postgres-by-default')}`, () => {
    const settings = readLocalSettings({});
    expect(settings).toMatchObject({ PORT: 3000, DATA_DIR: join(process.cwd(), '.anteroom') });
    for (const unset of ['HOST', 'BASE_URL', 'DATABASE_URL'] as const)
      expect(settings[unset]).toBeUndefined();
  });

  it('treat an empty variable as not set', () => {
    const empty = { PORT: '', HOST: '', BASE_URL: '', DATA_DIR: '', DATABASE_URL: '' };
    expect(readLocalSettings(empty)).toEqual(readLocalSettings({}));
  });

  it(`are read from the environment${verifies('run.port-setting', 'run.data-dir-setting', 'run.base-url-setting')}`, () => {
    const set = {
      PORT: '8080',
      HOST: '0.0.0.0',
      BASE_URL: 'https://anteroom.example/',
      DATA_DIR: '/tmp/elsewhere',
    };
    expect(readLocalSettings(set)).toMatchObject({
      ...set,
      PORT: 8080,
      BASE_URL: 'https://anteroom.example',
    });
    expect(readLocalSettings({ DATA_DIR: 'below' }).DATA_DIR).toBe(join(process.cwd(), 'below'));
  });

  it.each([
    ['EMAILS_PER_RECIPIENT_PER_DAY', '0'],
    ['EMAILS_PER_DAY_PRO', 'many'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['BASE_URL', 'anteroom.example'],
    ['BASE_URL', 'https://anteroom.example/path'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['LOG_LEVEL', 'loud'],
  ])('give an error that names the invalid one (%s=%s)', (name, value) => {
    expect(() => readLocalSettings({ [name]: value })).toThrow(new RegExp(`\\b${name}: `));
  });
});
