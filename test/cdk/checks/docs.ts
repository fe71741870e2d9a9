import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { readJson, type Synthesized } from '../assembly.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCS = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
];
/** Pages whose SQL an operator runs. */
const OPERATOR_DOCS = ['docs/deploying.md', 'docs/operations.md', 'docs/runbook.md'];
const SCRIPTS = readdirSync(join(ROOT, 'ops'));

/** Types that the Data API cannot return: interval and void. */
const NOT_IN_DATA_API: ReadonlySet<number> = new Set([1186, 2278]);

/** The first group of every match in a text. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => match[1] ?? '');

/** A section of a page, from its heading to the next of its kind. */
const section = (page: string, heading: string): string =>
  page.split(/^## /m).find(each => each.startsWith(heading)) ?? '';

/**
 * The SQL of a page: in blocks, inline, and as an argument of `ops/sql`. A value that the reader fills in is NULL here,
 * which fits every column.
 */
function statements(page: string): string[] {
  const blocks = found(page, /^```sql\n([\s\S]*?)^```/gm);
  const inline = found(page, /`((?:SELECT|UPDATE|DELETE FROM|INSERT INTO)\s[^`]+)`/g);
  const run = found(page, /ops\/sql "([^"]+)"/g);
  return [...blocks, ...inline, ...run]
    .map(text => text.trim().replace(/;$/, ''))
    .map(text => text.replaceAll(/'(?:\\x<hash>|…)'|<\w+>/g, 'NULL').trim())
    .filter(text => text !== '' && text !== 'SELECT …');
}

const operatorStatements = (): string[] => OPERATOR_DOCS.flatMap(page => statements(read(page)));

/** The pages name only what exists, and their SQL runs. */
export function checkDocs(synthesized: Synthesized): void {
  describe('the documentation', () => {
    let database: TestDatabase;
    let client: pg.Client;

    beforeAll(async () => {
      database = await createTestDatabase();
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
    }, 60_000);
    afterAll(async () => {
      await client?.end();
      await database?.drop();
    });

    it('names outputs as CloudFormation shows them', () => {
      const outputs = ['Edge', 'Api'].flatMap(stack =>
        Object.keys(readJson(synthesized.production, `Anteroom${stack}Production.template.json`).Outputs),
      );
      const named = found(read('docs/deploying.md'), /output `(\w+)`/g);
      expect(named).toEqual(['DistributionDomain', 'BaseUrl', 'FallbackOrigin', 'Commit']);
      expect(outputs).toEqual(expect.arrayContaining(named));
    });

    it('names stacks and resources that are deployed', () => {
      const text = [...DOCS, ...SCRIPTS.map(name => join('ops', name))].map(read).join('\n');
      const stacks = [
        ...found(text, /Anteroom([A-Z][a-z]+)Production/g),
        ...found(text, /(?:physical_ids?|--stack-name "?Anteroom) ?([A-Z][a-z]+)(?:\$suffix| ")/g),
      ];
      expect(stacks.length).toBeGreaterThan(5);
      // Firewalls are optional.
      const deployed = ['Firewall', ...Object.keys(synthesized.production.stacks)];
      expect(stacks.filter(name => !deployed.includes(name))).toEqual([]);
      const ids = Object.values(synthesized.production.stacks).flatMap(members => Object.keys(members));
      const [table = ''] = section(read('docs/operations.md'), 'What must not be lost').split(
        '\n\nEverything',
      );
      const kept = [
        ...found(table, /(?:S3|Secrets Manager|KMS)(?:, | \()`(\w+)`/g),
        ...['MailFeedbackDeadLetters', 'UploadsStagingRole'],
        ...found(text, /starts_with\(LogicalResourceId, '(\w+)'\)/g),
      ];
      expect(kept).toHaveLength(11);
      expect(kept.filter(name => !ids.some(id => id.startsWith(name)))).toEqual([]);
    });

    it('pauses our functions but not CDK’s, which every deployment needs', () => {
      const script = read('ops/pause-functions');
      const [mark = '', own = ''] = [
        ...found(script, /!contains\(LogicalResourceId, '(\w+)'\)/g),
        ...found(script, /!starts_with\(LogicalResourceId, '(\w+)'\)/g),
      ];
      const stopped = Object.entries(synthesized.production.stacks.Api ?? {}).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && !id.includes(mark) && !id.startsWith(own),
      );
      expect(stopped.length).toBeGreaterThan(15);
      for (const [, { Properties }] of stopped) expect(Properties.Description).toMatch(/^Anteroom: /);
    });

    it('has SQL that the database accepts', async () => {
      const all = operatorStatements();
      expect(all.length).toBeGreaterThan(20);
      for (const text of all) {
        const refused = await client.query(`EXPLAIN ${text}`).then(
          () => '',
          (error: Error) => error.message,
        );
        expect([text, refused]).toEqual([text, '']);
      }
    });

    it('has SQL that the Data API accepts: one statement per call, with supported types', async () => {
      const all = operatorStatements();
      expect(all.filter(text => text.includes(';'))).toEqual([]);
      for (const text of all.filter(each => each.startsWith('SELECT'))) {
        const { fields } = await client.query(`SELECT * FROM (${text}) described LIMIT 0`);
        const unknown = fields.filter(({ dataTypeID }) => NOT_IN_DATA_API.has(dataTypeID));
        expect([text, unknown.map(({ name }) => name)]).toEqual([text, []]);
      }
    });

    it('accounts for every table that belongs to a waitlist or an account', async () => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
           AND (c.column_name IN ('waitlist_id', 'attachment_id', 'account_id', 'batch_id', 'webhook_id', 'announcement_id') OR t.table_name IN ('waitlists', 'accounts'))`,
      );
      const restore = section(read('docs/operations.md'), 'Restore');
      const script = read('ops/copy-waitlist');
      const copied = [
        ...found(script, /for each in ([\w ]+);/g).flatMap(names => names.split(' ')),
        ...found(script, /^ *table ([a-z_]+) /gm),
      ];
      // These belong to a person, to CloudFront, or to SES, and outlive the waitlist.
      const stayed = ['custom_domains', 'sender_domains', 'senders', 'email_suppressions'];
      const counted = ['people_counts']; // By triggers, as the rows are copied.
      const gone = ['outside_calls', 'status_links', 'idempotency_keys']; // Their rows live for a day at most.
      const told = [...['oauth_grants', 'ai_generations'], ...['email_days', 'asset_uploads', 'sessions']];
      for (const name of told) expect(restore).toContain(`\`${name}\``);
      expect([...new Set([...copied, ...stayed, ...counted, ...gone, ...told])].sort()).toEqual(
        rows.map(({ name }) => name).sort(),
      );
    });
  });
}
