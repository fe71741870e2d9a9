import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImports, stackFloors, updateFloors } from '../lib/floors.ts';
import { updateSettingsTables } from '../lib/settings-tables.ts';

const root = join(import.meta.dirname, '..');

function updatePage(name: string, update: (page: string) => string): void {
  const file = join(root, 'docs', name);
  writeFileSync(file, update(readFileSync(file, 'utf8')));
}

/** Updates what the pages in `docs/` say of the code: the tables of settings, and the floors of `core/`. */
for (const page of ['configuration.md', 'deploying.md']) updatePage(page, updateSettingsTables);
updatePage('architecture.md', page => updateFloors(page, stackFloors(readImports(join(root, 'core')))));
