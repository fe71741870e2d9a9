import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listen } from '../../../local/http/listen.ts';
import { describeIfFound } from '../../support/describe-if-found.ts';
import { readExample, runExample } from '../../support/doc-example.ts';
import { environment as fromOutside } from '../../support/launch-chromium.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PAGE = 'docs/adding-people.md';

let session: ApiSession;
let front: Awaited<ReturnType<typeof startFront>>;
let environment: Record<string, string>;
beforeAll(async () => {
  session = await openSession();
  front = await startFront(session.url);
  await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'rocket-bikes' });
  const key = (await session.createKey(['entries:write'])).key;
  environment = { ANTEROOM_URL: front.url, ANTEROOM_KEY: key };
});
afterAll(async () => {
  await front.stop();
  await session.close();
});

const isOn = async (email: string) =>
  (await session.api.get(`/api/v1/waitlists/rocket-bikes/entries?q=${encodeURIComponent(email)}`)).body.total;

/** Something that goes wrong with a call: its answer is lost, or it is answered without reaching the service. */
type Fault = 'lost' | { readonly status: number; readonly retryAfter: string };

/** The service as one sees it through a network that fails. */
async function startFront(target: string) {
  const faults: Fault[] = [];
  const forward = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await fetch(new URL(path, target), { method: 'POST', headers, body });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    };
  };
  const http = await listen('127.0.0.1', 0, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const fault = faults.shift();
    if (fault && fault !== 'lost') {
      response.writeHead(fault.status, { 'retry-after': fault.retryAfter }).end('{"code": "of a fault"}');
      return;
    }
    const { authorization = '', 'content-type': type = '', 'idempotency-key': key = '' } = request.headers;
    const headers = { authorization, 'content-type': type, 'idempotency-key': String(key) };
    const answer = await forward(request.url ?? '', headers, body);
    if (fault === 'lost') response.destroy();
    else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text);
  });
  return {
    url: `http://127.0.0.1:${http.port}`,
    /** For the next calls, one each. */
    fail: (...next: Fault[]) => void faults.push(...next),
    stop: () => http.stop({ force: true }),
  };
}

/** Serves a route file as Next.js does. */
const HOST = `
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
createServer(async (incoming, outgoing) => {
  const body = incoming.method === 'POST' ? await text(incoming) : null;
  const request = new Request(new URL(incoming.url, 'http://localhost'), { method: incoming.method, body });
  const response = body === null ? new Response() : await POST(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}).listen(process.env.PORT);
`;

it.each([
  ['Express', '', 'server.mjs'],
  ['Next.js', HOST, 'app/join/route.mjs'],
])(
  `the recipe for %s adds people, whatever the network does${verifies('people.add-recipes')}`,
  async (heading, host, path) => {
    const code = `${await readExample(PAGE, heading)}${host}`;
    const files = {
      'anteroom.js': await readExample(PAGE, 'Node\\.js'),
      'package.json': '{"type": "module"}',
    };
    const example = await runExample(code, environment, { path, files, isQuiet: true });
    const join = async (body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${example.url}/join`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return [answer.status, await answer.json()];
    };
    const emailOf = (name: string) => `${name}.${heading}@example.com`.toLowerCase();
    try {
      const ada = { email: emailOf('ada'), name: 'Ada' };
      const joined = [200, { message: 'You’re on the list.', statusUrl: expect.stringContaining('/s/') }];
      expect(await join(ada)).toEqual(joined);
      expect(await join(ada)).toEqual([200, { message: 'You’re already on the list.' }]);
      expect(await join({ email: 'nonsense' })).toEqual([
        400,
        { error: 'email must be an email address, like name@example.com' },
      ]);
      expect(await join({})).toEqual([400, { error: 'email is required' }]);
      expect(await join([])).toEqual([400, { error: 'email is required' }]);

      // Only a repeated key can say that they joined.
      front.fail('lost', { status: 429, retryAfter: '1' });
      expect(await join({ email: emailOf('bob') })).toEqual(joined);
      expect(await isOn(emailOf('bob'))).toBe(1);

      front.fail({ status: 429, retryAfter: '60' });
      expect(await join({ email: emailOf('cid') })).toEqual([503, { error: 'Try again in a minute.' }]);
      front.fail({ status: 400, retryAfter: '0' });
      expect(await join({ email: emailOf('dee') })).toEqual([503, { error: 'Try again in a minute.' }]);
      expect([await isOn(emailOf('cid')), await isOn(emailOf('dee'))]).toEqual([0, 0]);
    } finally {
      await example.stop();
    }
  },
);

it(`the command adds somebody${verifies('people.add-recipes')}`, async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', await readExample(PAGE, 'Adding people')], {
    env: { PATH: '/usr/bin:/bin', URL: session.url, KEY: session.key },
  });
  expect(JSON.parse(stdout)).toMatchObject({ results: [{ outcome: 'added', entry: { name: 'Ada' } }] });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
describeIfFound(hasPython, { name: 'the recipe for Python', program: 'Python 3' }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anteroom-python-'));
    await writeFile(join(folder, 'add_people.py'), await readExample(PAGE, 'Python'));
    const rows = Array.from({ length: 501 }, (_, index) => `py${index}@example.com,"Pat ${index}"`);
    await writeFile(
      join(folder, 'people.csv'),
      ['\uFEFFemail,name', ...rows, 'nonsense,Nobody', ''].join('\n'),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const run = () =>
    promisify(execFile)('python3', ['add_people.py'], {
      cwd: folder,
      env: { PATH: fromOutside('PATH'), ...environment },
    });

  it(`adds everybody in order, whatever the network does, and tells who was refused${verifies('people.add-recipes')}`, async () => {
    front.fail('lost', { status: 429, retryAfter: '1' }, { status: 503, retryAfter: '1' });
    expect((await run()).stdout).toBe('nonsense email must be an email address, like name@example.com\n');
    expect(await isOn('py')).toBe(501);
    expect((await run()).stdout).toContain('nonsense');
    expect(await isOn('py')).toBe(501);
  });

  it('stops where trying again changes nothing', async () => {
    front.fail({ status: 400, retryAfter: '0' });
    await expect(run()).rejects.toMatchObject({ code: 1, stderr: '400 {"code": "of a fault"}\n' });
  });
});
