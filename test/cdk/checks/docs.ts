import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import type { Synthesized } from '../assembly.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCS = ['README.md', 'docs/deploying.md', 'docs/operations.md', 'docs/runbook.md'];

/** Types without a place in an answer of the Data API: interval and void. */
const NOT_IN_DATA_API: ReadonlySet<number> = new Set([1186, 2278]);

/** All first groups of a pattern in a text. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => match[1] ?? '');

/** The code that runs, as one text. */
function sources(): string {
  return ['adapters', 'core', 'settings', 'lambdas']
    .flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.ts'))
        .map(name => read(join(folder, name))),
    )
    .join('\n');
}

/** A section of a page, from its heading to the next of its kind. */
const section = (page: string, heading: string): string =>
  page.split(/^## /m).find(each => each.startsWith(heading)) ?? '';

/**
 * The statements of the runbook: those in blocks, and those within a line that begin with a word of SQL. A value that the
 * reader fills in is NULL here, which fits every column.
 */
function statements(page: string): string[] {
  const blocks = found(page, /^```sql\n([\s\S]*?)^```/gm);
  const inline = found(page, /`((?:SELECT|UPDATE|DELETE FROM|INSERT INTO)\s[^`]+)`/g);
  return [...blocks, ...inline]
    .map(text => text.trim().replace(/;$/, ''))
    .map(text => text.replaceAll(/'(?:\\x<hash>|…)'|<\w+>/g, 'NULL').trim())
    .filter(text => text !== '' && text !== 'SELECT …');
}

/** What the pages for the operator say of names: each is there. */
export function checkDocs(synthesized: Synthesized): void {
  describe('the pages for the operator', () => {
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

    it('name scripts of npm that there are', () => {
      const { scripts } = JSON.parse(read('package.json'));
      const named = DOCS.flatMap(page => found(read(page), /npm run (?:-s )?([\w:]+)/g));
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter(name => !(name in scripts))).toEqual([]);
    });

    it('name outputs by the names that CloudFormation shows', () => {
      const outputs = ['Edge', 'Api'].flatMap(stack => {
        const file = join(synthesized.production.folder, `Anteroom${stack}Production.template.json`);
        return Object.keys(JSON.parse(readFileSync(file, 'utf8')).Outputs);
      });
      const named = found(read('docs/deploying.md'), /output `(\w+)`/g);
      expect(named).toEqual(['DistributionDomain', 'BaseUrl', 'FallbackOrigin', 'Commit']);
      expect(outputs).toEqual(expect.arrayContaining(named));
    });

    it('name stacks and resources that are deployed', () => {
      const text = DOCS.map(read).join('\n');
      for (const stack of found(text, /--stack-name Anteroom(\w+?)Production/g)) {
        expect(Object.keys(synthesized.production.stacks)).toContain(stack);
      }
      const ids = Object.values(synthesized.production.stacks).flatMap(members => Object.keys(members));
      const [table = ''] = section(read('docs/operations.md'), 'What must not be lost').split(
        '\n\nEverything',
      );
      const kept = [
        ...found(table, /(?:S3|Secrets Manager|KMS)(?:, | \()`(\w+)`/g),
        'MailFeedbackDeadLetters',
      ];
      expect(kept).toHaveLength(5);
      expect(kept.filter(name => !ids.some(id => id.startsWith(name)))).toEqual([]);
    });

    it('tell our functions from those of CDK, without which no deployment ends', () => {
      const restore = section(read('docs/operations.md'), 'Restore');
      const [mark = '', own = ''] = [
        ...found(restore, /!contains\(LogicalResourceId, `"(\w+)"`\)/g),
        ...found(restore, /!starts_with\(LogicalResourceId, `"(\w+)"`\)/g),
      ];
      const stopped = Object.entries(synthesized.production.stacks.Api ?? {}).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && !id.includes(mark) && !id.startsWith(own),
      );
      expect(stopped.length).toBeGreaterThan(15);
      for (const [, { Properties }] of stopped) expect(Properties.Description).toMatch(/^Anteroom: /);
    });

    it('name lines of the log that the code writes', () => {
      const code = sources();
      const named = [
        ...found(read('docs/runbook.md'), /(?:log line(?: is)?|has a line) `([^`]+)`/g),
        ...found(read('docs/runbook.md'), /^- `([a-z][a-z -]+[a-z])`(?:,|:)/gm).filter(name =>
          name.includes(' '),
        ),
      ];
      expect(named.length).toBeGreaterThan(10);
      // A code of an error, or a message as it stands; one that ends in the fate of a job is put together.
      const written = (name: string): string[] =>
        /^[a-z]+(_[a-z]+)+$/.test(name)
          ? [name]
          : [`'${name}'`, name.replace(/^outbox job (?:parked|retried)$/, '`outbox job $$')];
      expect(named.filter(name => !written(name).some(text => code.includes(text)))).toEqual([]);
    });

    it('have statements that the database takes', async () => {
      const all = statements(read('docs/runbook.md'));
      expect(all.length).toBeGreaterThan(20);
      for (const text of all) {
        const refused = await client.query(`EXPLAIN ${text}`).then(
          () => '',
          (error: Error) => error.message,
        );
        expect([text, refused]).toEqual([text, '']);
      }
    });

    it('have statements that the Data API takes: one a call, of types that it knows, in double quotes', async () => {
      const all = statements(read('docs/runbook.md'));
      expect(all.filter(text => text.includes(';'))).toEqual([]);
      for (const text of all.filter(each => each.startsWith('SELECT'))) {
        const { fields } = await client.query(`SELECT * FROM (${text}) described LIMIT 0`);
        const unknown = fields.filter(({ dataTypeID }) => NOT_IN_DATA_API.has(dataTypeID));
        expect([text, unknown.map(({ name }) => name)]).toEqual([text, []]);
      }
      for (const page of DOCS) expect(read(page)).not.toContain("--sql '");
    });

    it('have every table copied back that hangs on a waitlist or an account', async () => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
           AND (c.column_name IN ('waitlist_id', 'attachment_id', 'account_id') OR t.table_name IN ('waitlists', 'accounts'))`,
      );
      const restore = section(read('docs/operations.md'), 'Restore');
      const copied = [
        ...found(restore, /for each in ([\w ]+);/g).flatMap(names => names.split(' ')),
        ...found(restore, /^ *table ([a-z_]+) /gm),
      ];
      // What belongs to a person or to CloudFront, and is not lost with the waitlist.
      const stayed = ['custom_domains', 'email_suppressions'];
      const told = [
        // A query on the outbox has the arrivals in it.
        ...['outbox', 'outbox_arrivals', 'top_referrers'],
        ...['oauth_grants', 'ai_generations', 'email_days', 'asset_uploads', 'sessions'],
      ];
      // Rows live for the milliseconds of a call.
      const fleeting = ['waiting_signups'];
      for (const name of told) expect(restore).toContain(`\`${name}\``);
      expect([...copied, ...stayed, ...told, ...fleeting].sort()).toEqual(
        rows.map(({ name }) => name).sort(),
      );
    });
  });
}
