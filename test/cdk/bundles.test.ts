import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { groups } from '../../lambdas/groups.ts';
import { bundleFunction, type FunctionBundle } from '../../lib/build/bundle-function.ts';
import { cardPackages } from '../../lib/build/card-packages.ts';
import { DEFERRED } from '../../lib/build/deferred-packages.ts';
import { readBuilt } from './built.ts';
import { checkInvocations } from './checks/invocations.ts';
import { ENVIRONMENT, type LambdaFolder, unpackBundles } from './lambda-process.ts';
import { httpEvent, originResponseEvent } from './recorded-events.ts';

let bundles: ReadonlyMap<string, FunctionBundle>;
let lambda: LambdaFolder;

beforeAll(async () => {
  ({ bundles } = await readBuilt());
  lambda = await unpackBundles(bundles);
}, 300_000);

afterAll(() => lambda?.remove());

const inLambda = (name: string, script: string): Promise<unknown> => lambda.run(name, script);

const answer = (name: string, event: unknown): Promise<unknown> =>
  inLambda(
    name,
    `import { handler } from './index.mjs';
     const context = { awsRequestId: 'a', functionName: '${name}', getRemainingTimeInMillis: () => 29000 };
     const { statusCode, headers, body } = await handler(${JSON.stringify(event)}, context);
     const output = JSON.stringify({ statusCode, headers, body: body && JSON.parse(body) });
     process.stdout.write(output, () => process.exit());`,
  );

describe('bundles', () => {
  it('are under 414 KB for the API, 436 KB for the dashboard, 968 KB for agents, 770 KB for OAuth, and 452 KB for everything else', () => {
    const limitOf = (name: string): number => {
      if (name === 'mcp') return 968_000;
      // A whole authorization server.
      if (name === 'oauth') return 770_000;
      // It has operations of every domain, and all that inviting people needs, which its preview runs as well.
      if (name === 'dashboard') return 436_000;
      return groups.some(group => group.name === name) ? 414_000 : 452_000;
    };
    for (const { name, bytes } of bundles.values()) {
      const limit = limitOf(name);
      expect({ name, ok: bytes < limit, bytes }).toEqual({ name, ok: true, bytes });
    }
  });

  it('include the MySQL driver only where customer databases are reached, and load it only for MySQL', () => {
    const holders = [...bundles.values()].filter(({ metafile, deferred }) =>
      [...Object.keys(metafile.inputs), ...deferred.keys()].some(path => path.includes('mysql')),
    );
    expect(holders.map(({ name }) => name)).toEqual(['database-connector']);
    expect(
      Object.keys(holders[0]?.metafile.inputs ?? {}).filter(path => /node_modules.mysql2/.test(path)),
    ).toEqual([]);
    expect(holders[0]?.deferred.has('deferred/adapters-customer-database-mysql-driver.cjs')).toBe(true);
  });

  it('are reproducible, and contain no path of this machine', async () => {
    const again = await bundleFunction('entries');
    expect(again.hash).toBe(bundles.get('entries')?.hash);
    for (const { code } of bundles.values()) expect(code.includes(process.cwd())).toBe(false);
  });

  it('load on their own in their runtime’s Node.js, and export a handler that Lambda accepts', async () => {
    expect(process.versions.node).toMatch(/^24\./);
    for (const name of bundles.keys()) {
      const script = `import { handler } from './index.mjs'; console.log(JSON.stringify([typeof handler, handler.length])); process.exit();`;
      const [type, parameters] = (await inLambda(name, script)) as [string, number];
      expect(type).toBe('function');
      // A third parameter would be a callback, which this runtime rejects; for a streaming handler it is the context.
      expect(parameters).toBeLessThanOrEqual(name === 'export' ? 3 : 2);
    }
  }, 120_000);

  it('find the files of ours that they defer', () => {
    const files = Object.keys(DEFERRED).filter(name => name.endsWith('.ts'));
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('load deferred packages on demand', async () => {
    const script = `
      import { createRequire } from 'node:module';
      import { readdirSync } from 'node:fs';
      const require = createRequire(import.meta.url);
      const files = readdirSync('deferred');
      console.log(JSON.stringify(files.map(file => [file, ...Object.values(require('./deferred/' + file)).map(each => typeof each)])));`;
    for (const { name, deferred } of bundles.values()) {
      if (deferred.size === 0) continue;
      const loaded = (await inLambda(name, script)) as string[][];
      expect(loaded).toHaveLength(deferred.size);
      for (const [, ...types] of loaded) expect(new Set(types)).toEqual(new Set(['function']));
    }
  }, 120_000);
});

describe('the bundle of card', () => {
  it('draws in a worker, with the files that are deployed beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-card-'));
    for (const [path, content] of cardPackages()) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const drawing = {
      task: 'draw-card',
      packages: join(folder, 'packages'),
      card: { name: 'Кофе コーヒー', lead: 'قهوة', brandColor: null, isDark: false },
      logo: null,
    };
    const script = `
      import { once } from 'node:events';
      import { Worker } from 'node:worker_threads';
      const worker = new Worker('./index.mjs', { execArgv: [], workerData: ${JSON.stringify(drawing)} });
      const [png] = await once(worker, 'message');
      const view = new DataView(png.buffer, png.byteOffset);
      console.log(JSON.stringify([view.getUint32(16), view.getUint32(20)]));
      process.exit();`;
    try {
      expect(await inLambda('card', script)).toEqual([1200, 630]);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);
});

describe('the AWS SDK in a bundle', () => {
  it('is loaded on demand, and signs with the environment’s credentials', async () => {
    const script = `
      import { createServer } from 'node:http';
      const requests = [];
      const secretsManager = createServer((request, response) => {
        requests.push({ target: request.headers['x-amz-target'], signed: request.headers.authorization.slice(0, 44) });
        response.end(JSON.stringify({ SecretString: JSON.stringify({ username: 'postgres', password: 'secret' }) }));
      });
      await new Promise(resolve => secretsManager.listen(0, '127.0.0.1', resolve));
      process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = 'http://127.0.0.1:' + secretsManager.address().port;
      process.env.MIGRATIONS_DIR = process.cwd();
      const { handler } = await import('./index.mjs');
      // This database does not exist, but the secret has been read by then.
      const failed = await handler().then(() => false, () => true);
      console.log(JSON.stringify({ requests, failed }));
      process.exit();`;
    expect(await inLambda('migrate', script)).toEqual({
      requests: [
        {
          target: 'secretsmanager.GetSecretValue',
          signed: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//),
        },
      ],
      failed: true,
    });
  });
});

describe('the bundle of upload-answer', () => {
  it('answers for CloudFront, without an environment', async () => {
    const refusal = Buffer.from(JSON.stringify({ statusCode: 401, headers: {}, body: '{}' })).toString(
      'base64url',
    );
    const event = originResponseEvent('403', { 'x-upload-refusal': refusal });
    const script = `import { handler } from './index.mjs';
      console.log(JSON.stringify(await handler(${JSON.stringify(event)})));`;
    expect(await inLambda('upload-answer', script)).toMatchObject({ status: '401', body: '{}' });
  });
});

describe('a bundle, without a database', () => {
  it('answers the index of the API', async () => {
    expect(await answer('account', httpEvent('GET', '/api/v1', 'GET /api/v1'))).toMatchObject({
      statusCode: 200,
      body: { name: 'Anteroom', version: '1.0.0', documentation: `${ENVIRONMENT.BASE_URL}/docs` },
    });
  });

  it('answers the OpenAPI description', async () => {
    const route = 'GET /api/v1/openapi.json';
    expect(await answer('account', httpEvent('GET', '/api/v1/openapi.json', route))).toMatchObject({
      statusCode: 200,
      body: { openapi: expect.stringMatching(/^3\.1/) },
    });
  });

  it('answers requests that no route matches', async () => {
    expect(await answer('account', httpEvent('GET', '/nowhere', '$default'))).toMatchObject({
      statusCode: 404,
    });
    expect(await answer('account', httpEvent('PUT', '/api/v1/waitlists', '$default'))).toMatchObject({
      statusCode: 405,
      headers: { allow: 'GET, HEAD, OPTIONS, POST' },
    });
  });

  it.each([
    ['waitlists', 'GET /api/v1/waitlists', '/api/v1/waitlists'],
    ['entries', 'GET /api/v1/waitlists/{id}/entries', '/api/v1/waitlists/hello/entries'],
  ])('of %s refuses a request without a key, with the challenge', async (name, route, path) => {
    const event = httpEvent('GET', path, route, { pathParameters: { id: 'hello' } });
    expect(await answer(name, event)).toMatchObject({
      statusCode: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer resource_metadata=/) },
      body: { code: 'unauthorized' },
    });
  });

  it.each([
    ['account', 'GET /api/v1', '/api/v1'],
    ['account', '$default', '/nowhere'],
    ['waitlists', 'GET /api/v1/waitlists', '/api/v1/waitlists'],
    ['entries', 'GET /api/v1/waitlists/{id}/entries', '/api/v1/waitlists/hello/entries'],
    ['pages', 'GET /w/{slug}', '/w/hello'],
    ['pages', 'POST /w/{slug}/signups', '/w/hello/signups'],
  ])('of %s refuses %s when it did not come through CloudFront', async (name, route, path) => {
    const event = httpEvent(route.startsWith('POST') ? 'POST' : 'GET', path, route, {
      pathParameters: { slug: 'hello' },
    });
    const past = {
      ...event,
      headers: { ...event.headers, 'x-origin-secret': 'guessed-by-somebody-else-here' },
    };
    expect(await answer(name, past)).toMatchObject({ statusCode: 404, body: { code: 'not_found' } });
  });
});

checkInvocations({
  get bundles() {
    return bundles;
  },
  get lambda() {
    return lambda;
  },
});
