import { LOCAL_DEFAULTS, ownSettings } from '../local/settings.ts';
import { settingsTable } from '../settings/describe-settings.ts';
import { operatorSettings } from '../settings/operator-settings.ts';
import { stackSettings } from './stack-settings.ts';

const localDefault = (name: string): string | undefined =>
  LOCAL_DEFAULTS[name] && `\`${LOCAL_DEFAULTS[name]}\``;

/** By the header of their first column. */
const TABLES: Readonly<Record<string, string>> = {
  'Deployment setting': settingsTable(stackSettings),
  'Local variable': settingsTable(ownSettings, (name, ownDefault) => localDefault(name) ?? ownDefault),
  'Service variable': settingsTable(operatorSettings, (name, ownDefault) =>
    [ownDefault, localDefault(name)].filter(Boolean).join(' / '),
  ),
};

/** Updates the settings tables in a page of documentation from the definitions. */
export const updateSettingsTables = (page: string): string =>
  page.replace(
    /^(\| (Deployment setting|Local variable|Service variable) .*\n\|[ |-]+\n)(?:\|.*\n)*/gm,
    (_table, head: string, name: string) => `${head}${TABLES[name]}`,
  );
