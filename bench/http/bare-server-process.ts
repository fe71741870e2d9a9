import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { templates } from '../../core/page-code/templates/templates.ts';
import { answerParent } from '../child.ts';
import type { BareServerSettings } from './servers.ts';

/**
 * Returns the same responses with minimal code: no limits, authentication, validation, order, referrals, or email.
 * `node:http`, a `pg` pool, and one prepared statement per request.
 */
function createAnswers({ databaseUrl, poolSize, waitlistId, baseUrl }: BareServerSettings) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });

  async function insert(body: string): Promise<unknown> {
    const { email, name } = JSON.parse(body) as { email: string; name: string };
    const referralCode = randomBytes(5).toString('hex');
    const { rows } = await pool.query<{ position: number }>({
      name: 'insert',
      text: `INSERT INTO reference_rows (id, waitlist_id, email, name, position, referral_code)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING position`,
      values: [randomUUID(), waitlistId, email, name, 1_000_000, referralCode],
    });
    return {
      position: rows[0]?.position,
      referralCode,
      referralLink: `${baseUrl}/w/hot?ref=${referralCode}`,
      message: 'You’re on the list. We’ll be in touch.',
    };
  }

  async function select(slug: string): Promise<unknown> {
    const { rows } = await pool.query({
      name: 'select',
      text: `SELECT id, slug, name, description, page_code AS "pageCode", seo_title AS "seoTitle",
                    seo_description AS "seoDescription", seo_keywords AS "seoKeywords", og_image AS "ogImage",
                    referral_enabled AS "referralEnabled", referral_boost AS "referralBoost",
                    referral_message AS "referralMessage", design, licensed_at IS NOT NULL AS licensed,
                    created_at AS "createdAt"
             FROM waitlists WHERE slug = $1`,
      values: [slug],
    });
    const { pageCode, ...waitlist } = rows[0];
    return {
      waitlist: { ...waitlist, url: `${baseUrl}/w/${slug}`, reactCode: pageCode ?? templates.door },
    };
  }

  return { insert, select };
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', chunk => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

answerParent<BareServerSettings, { port: number }>(async settings => {
  const { insert, select } = createAnswers(settings);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') send(response, 201, await insert(await readText(request)));
    else send(response, 200, await select(request.url?.split('/').at(-1) ?? ''));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      console.error(error);
      send(response, 500, {});
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port };
});
