import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { updateSettingsTables } from '../lib/settings-tables.ts';

/** Updates the settings tables in `docs/` from the definitions of the settings. */
for (const page of ['docs/configuration.md', 'docs/deploying.md']) {
  const file = join(import.meta.dirname, '..', page);
  writeFileSync(file, updateSettingsTables(readFileSync(file, 'utf8')));
}
