import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../../local/run.ts';
import { freePort } from '../support/free-port.ts';
import { passesAuthorization } from './authorization.ts';
import { createKeyAdder } from './key-adder.ts';
import { runTool } from './tool.ts';

/**
 * The protocol's own conformance tests against the whole service, by revision. Only scenarios that apply to any server
 * run; the others need tools, prompts, resources, or subscriptions of a special server. `server-stateless` and
 * `caching` need both, and a scenario cannot run in part.
 */
const SCENARIOS = [
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'dns-rebinding-protection']],
  ['2026-07-28', ['tools-list', 'prompts-list', 'http-header-validation', 'dns-rebinding-protection']],
] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'anteroom-conformance-'));
const port = await freePort();
let key = '';
const keyAdder = await createKeyAdder(port, () => key);
const { url } = keyAdder;
const run = await startLocal(
  { PORT: String(port), BASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'ERROR' },
  { log: () => {} },
);
const failed: string[] = [];
try {
  key = (await readFile(run.keyFile, 'utf8')).trim();
  for (const [revision, scenarios] of SCENARIOS) {
    for (const scenario of scenarios) {
      const args = [
        'server',
        '--url',
        `${url}/api/mcp/mcp`,
        '--scenario',
        scenario,
        '--spec-version',
        revision,
      ];
      if ((await runTool(args)) !== 0) failed.push(`${scenario} of ${revision}`);
    }
  }
  if (!(await passesAuthorization(url))) failed.push('the authorization server');
} finally {
  keyAdder.close();
  await run.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
