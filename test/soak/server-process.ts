import type { RequestListener } from 'node:http';
import { listen } from '../../local/http/listen.ts';
import { startService } from '../../local/service.ts';
import { LOCAL_DEFAULTS } from '../../local/settings.ts';

/** What the service of a soak is told, as JSON in the first argument. */
export interface ServerOrder {
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The SES that it sends through. */
  readonly sesEndpoint: string;
}

/** What it says: that it answers, and how much memory it has. */
export type ServerReport = { readonly ready: true } | { readonly rssMb: number };

const REPORT_MS = 1_000;

const tell = (report: ServerReport) => process.send?.(report);

const { port, databaseUrl, dataDir, sesEndpoint }: ServerOrder = JSON.parse(process.argv[2] ?? '');
let answer: RequestListener = (_request, response) => response.destroy();
const http = await listen('127.0.0.1', port, (request, response) => answer(request, response));
const service = await startService({
  databaseUrl,
  baseUrl: `http://127.0.0.1:${port}`,
  dataDir,
  trustProxy: true,
  logLevel: 'WARN',
  environment: { ...LOCAL_DEFAULTS, LOG_LEVEL: 'WARN', AWS_ENDPOINT_URL_SESV2: sesEndpoint },
});
answer = service.listener;
tell({ ready: true });
setInterval(() => tell({ rssMb: process.memoryUsage.rss() / 2 ** 20 }), REPORT_MS);

process.once('SIGTERM', async () => {
  await http.stop();
  await service.stop();
  process.exit();
});
process.once('disconnect', () => process.exit());
