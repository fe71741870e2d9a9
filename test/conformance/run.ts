import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../../local/run.ts';
import { freePort } from '../support/free-port.ts';

/**
 * The protocol's own conformance tests against the whole service. These are the scenarios for any server; the others ask
 * for tools, prompts and resources of a server made for them, and those of authorization test clients.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

const TOOL = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The tests send no key, so it is added on the way; nothing else is changed. */
function createKeyAdder(to: number, key: () => string) {
  return createServer((incoming, answer) => {
    const outgoing = request({
      host: '127.0.0.1',
      port: to,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, authorization: `Bearer ${key()}` },
    });
    outgoing.on('response', response => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', error => answer.destroy(error));
    incoming.pipe(outgoing);
  });
}

async function passes(scenario: string, url: string): Promise<boolean> {
  const child = spawn(process.execPath, [TOOL, 'server', '--url', url, '--scenario', scenario], {
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}

const dataDir = await mkdtemp(join(tmpdir(), 'anteroom-conformance-'));
const port = await freePort();
let key = '';
const keyAdder = createKeyAdder(port, () => key).listen(0, '127.0.0.1');
await once(keyAdder, 'listening');
const url = `http://localhost:${(keyAdder.address() as AddressInfo).port}`;
const run = await startLocal(
  { PORT: String(port), BASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'ERROR' },
  { log: () => {} },
);
const failed: string[] = [];
try {
  key = (await readFile(run.keyFile, 'utf8')).trim();
  for (const scenario of SCENARIOS) {
    if (!(await passes(scenario, `${url}/api/mcp/mcp`))) failed.push(scenario);
  }
} finally {
  keyAdder.close();
  await run.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
