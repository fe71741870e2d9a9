import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const EMAIL = 'ada@example.com';
const session = shareSession();

/** A terminal in an empty folder, which has the packages that the guide installs. */
let shell: ChildProcessWithoutNullStreams;
let folder: string;
let printed = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anteroom-start-'));
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  shell = spawn('bash', {
    cwd: folder,
    env: { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, PORT: String(await freePort()) },
  });
  const keep = (chunk: Buffer) => {
    printed += chunk;
  };
  shell.stdout.on('data', keep);
  shell.stderr.on('data', keep);
});
afterAll(async () => {
  shell.stdin.end('kill %1 2>/dev/null\n');
  await once(shell, 'exit');
  await rm(folder, { recursive: true, force: true });
});

/** What the reader types instead of the values of the guide. */
async function fillIn(line: string): Promise<string> {
  if (line.startsWith('KEY=')) return `KEY=${session.key}`;
  if (line.startsWith('EMAIL=')) return `EMAIL=${EMAIL}`;
  if (line.startsWith('HOOK=')) return 'HOOK=http://127.0.0.1:$PORT';
  if (line.startsWith('CODE=')) return `CODE=${await codeOfEmail()}`;
  return line.startsWith('npm install ') ? ':' : line;
}

/** What the reader copies from their email. */
const codeOfEmail = () =>
  eventually(async () => {
    const bodies = (await session.mail()).map(({ text }) => text);
    const [, code] = /rocket\.example\/welcome\?code=(\S+)/.exec(bodies.join('\n')) ?? [];
    expect(code).toBeDefined();
    return code;
  });

let run = 0;

/** Runs a block as typed. @returns what it printed */
async function type(block: string): Promise<string> {
  const from = printed.length;
  const end = `end of ${++run}`;
  const lines = await Promise.all(block.split('\n').map(fillIn));
  shell.stdin.write(`${lines.join('\n')}\necho '${end}'\n`);
  await eventually(async () => expect(printed.slice(from)).toContain(end));
  return printed.slice(from);
}

const receives = (line: string) => eventually(async () => expect(printed).toContain(line));

it(`leads a stranger from a key to a verified webhook, command by command${verifies('docs.start-here')}`, async () => {
  const page = await (await fetch(`${session.url}/docs/start-here.md`)).text();
  const [setUp, create, listen, receive, signUp, invite, redeem, ...more] = [
    ...page.matchAll(/^```sh\n(.*?)^```$/gms),
  ].map(([, block = '']) => block);
  expect(more).toEqual([]);

  await type(setUp ?? '');
  const { waitlist } = JSON.parse((await type(create ?? '')).split('\n')[0] ?? '');
  expect((await fetch(waitlist.url)).status).toBe(200);
  expect(await type(listen ?? '')).toMatch(/^whsec_/);
  await type(receive ?? '');
  expect(await type(signUp ?? '')).toContain('"outcome":"added"');
  await receives(`Verified: entry.joined ${EMAIL}`);
  await type(invite ?? '');
  await receives(`Verified: entry.invited ${EMAIL}`);
  expect(await type(redeem ?? '')).toContain(`"email":"${EMAIL}"`);
  await receives(`Verified: entry.accepted ${EMAIL}`);
  expect(printed).not.toContain('Refused');
});
