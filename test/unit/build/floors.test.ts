import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readImports, stackFloors, updateFloors } from '../../../lib/floors.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder like `core/`, with one file for each folder in it. */
function makeCore(files: Readonly<Record<string, string>>): string {
  const core = mkdtempSync(join(tmpdir(), 'floors-'));
  folders.push(core);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(core, path, '..'), { recursive: true });
    writeFileSync(join(core, path), text);
  }
  return core;
}

describe('the floors of core/', () => {
  it('hold: no folder imports one that imports it, directly or through others', () => {
    expect(() => stackFloors(readImports(join(ROOT, 'core')))).not.toThrow();
  });

  it('are in docs/architecture.md as the imports are (npm run docs)', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(updateFloors(page, stackFloors(readImports(join(ROOT, 'core'))))).toBe(page);
    expect(page).toContain(' 0  ');
  });

  it('put a folder above what it imports, as a type or in a function too', () => {
    const core = makeCore({
      'pages/templates/one.ts': "import type { A } from '../../kernel/a.ts'; export const x: A = 1;",
      'kernel/a.ts': "import { b } from './b.ts'; import * as z from 'zod'; export type A = 1;",
      'kernel/b.ts': 'export const b = 1;',
      'home/home.ts': "export const show = () => import('../pages/templates/one.ts');",
      'registry.ts': "import './home/home.ts';",
    });
    expect(stackFloors(readImports(core))).toEqual([['kernel'], ['pages'], ['home']]);
  });

  it('names the folders of a circle', () => {
    const core = makeCore({
      'a/a.ts': "import '../b/b.ts';",
      'b/b.ts': "import '../c/c.ts';",
      'c/c.ts': "export type { A } from '../a/a.ts';",
      'd/d.ts': '',
    });
    expect(() => stackFloors(readImports(core))).toThrow('in a circle, among them: a, b, c');
  });
});
