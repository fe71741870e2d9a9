import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { guides } from '../../../core/agents/guides.ts';
import { ownSettings } from '../../../local/settings.ts';
import { operatorSettings } from '../../../settings/operator-settings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const list = (folder: string, ending = ''): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .map(name => join(folder, name));

const DECISIONS = list('docs/adr', '.md').sort();
const PAGES = ['README.md', ...list('docs', '.md')];
/** What the site serves. */
const GUIDES = guides.map(({ name }) => join('docs', `${name}.md`));
// Beside them is SQL that one of them runs.
const SCRIPTS = readdirSync(join(ROOT, 'ops')).filter(name => !name.endsWith('.sql'));

/** The code that runs and its tests. */
const SOURCES = ['adapters', 'bench', 'bin', 'core', 'lambdas', 'lib', 'local', 'settings', 'test', 'web']
  .flatMap(folder => [...list(folder, '.ts'), ...list(folder, '.tsx')])
  .concat(list('migrations', '.sql'));

/** The first group of every match in a text. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => match[1] ?? '');

const countWords = (path: string): number => read(path).split(/\s+/).filter(Boolean).length;
const wordsOf = (paths: readonly string[]): number =>
  paths.map(countWords).reduce((sum, words) => sum + words);

describe('README.md and docs/', () => {
  it('can be read in an hour and a half: 25,000 words at most, and 160 lines of README', () => {
    expect(wordsOf(PAGES)).toBeLessThanOrEqual(25_000);
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(161);
  });

  it('can be read by owners and developers in half an hour, 7,500 words, and each guide in five minutes', () => {
    expect(wordsOf(GUIDES)).toBeLessThanOrEqual(7_500);
    expect(GUIDES.filter(guide => countWords(guide) > 1_200)).toEqual([]);
  });

  it('has no dead link to a file', () => {
    const dead = PAGES.flatMap(page =>
      found(read(page), /\]\(([^)\s#]+)(?:#[^)]*)?\)/g)
        .filter(link => !/^\w+:/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
        .map(link => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = PAGES.flatMap(page => found(read(page), /npm run (?:-s )?([\w:]+)/g));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(name => !(name in scripts))).toEqual([]);
  });

  it('names every setting of the local run, and no other', () => {
    const rows = found(read('docs/configuration.md'), /^\| ([^|]+) \|/gm);
    const named = rows.flatMap(row => found(row, /`([A-Z_]+)`/g));
    expect(named.toSorted()).toEqual(Object.keys({ ...ownSettings, ...operatorSettings }).sort());
  });

  it('names log lines that the code writes', () => {
    const code = SOURCES.filter(path => /^(adapters|core|lambdas)/.test(path))
      .map(read)
      .join('\n');
    const runbook = read('docs/runbook.md');
    const named = [
      ...found(runbook, /(?:log line(?: is)?|has a line) `([^`]+)`/g),
      ...found(runbook, /^- `([a-z][a-z -]+[a-z])`(?:,|:)/gm).filter(name => name.includes(' ')),
    ];
    expect(named.length).toBeGreaterThan(10);
    // A job's outcome is concatenated with the rest of its line.
    const written = (name: string): string[] => [
      `'${name}'`,
      name.replace(/^outbox job (?:parked|retried)$/, '`outbox job $$'),
    ];
    expect(named.filter(name => !written(name).some(text => code.includes(text)))).toEqual([]);
  });
});

describe('decisions', () => {
  it('are numbered without gaps, by file and by title', () => {
    const numbers = DECISIONS.map((_, index) => index + 1);
    expect(DECISIONS.map(path => Number(/\/(\d{4})-/.exec(path)?.[1]))).toEqual(numbers);
    expect(DECISIONS.map(path => Number(/^# (\d+)\. /.exec(read(path))?.[1]))).toEqual(numbers);
  });

  it.each(DECISIONS)('%s fits a page: 450 words', path => {
    expect(countWords(path)).toBeLessThanOrEqual(450);
  });

  it('exist when a page or a comment references one', () => {
    const gone = [...PAGES, ...SOURCES].flatMap(path =>
      found(read(path), /\bADR (\d+)/g)
        .filter(number => Number(number) < 1 || Number(number) > DECISIONS.length)
        .map(number => `${path}: ADR ${number}`),
    );
    expect(gone).toEqual([]);
  });
});

describe('ops/', () => {
  it('has the scripts that the pages name, and no other', () => {
    const named = PAGES.flatMap(page => found(read(page), /ops\/([a-z-]+)/g));
    expect([...new Set(named)].sort()).toEqual(SCRIPTS.filter(name => name !== 'stack.sh').sort());
  });

  it.each(SCRIPTS)('%s parses, stops at errors, and says how it is used', name => {
    const path = join(ROOT, 'ops', name);
    execFileSync('bash', ['-n', path]);
    if (name === 'stack.sh') return;
    accessSync(path, constants.X_OK);
    const text = read(join('ops', name));
    expect(text).toContain('\nset -euo pipefail\n');
    expect(text).toMatch(/^# Usage: /m);
  });
});
