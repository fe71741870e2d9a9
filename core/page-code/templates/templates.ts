import type { StoredDesign, TemplateName } from '../design.ts';
import { isBuiltIn } from '../design.ts';
import { countdown } from './countdown.ts';
import { door } from './door.ts';
import { gradient } from './gradient.ts';
import { leaderboard } from './leaderboard.ts';
import { minimal } from './minimal.ts';
import { spotlight } from './spotlight.ts';

/** The page code of each built-in template. */
export const templates: Readonly<Record<TemplateName, string>> = {
  door,
  minimal,
  spotlight,
  gradient,
  countdown,
  leaderboard,
};

const builtIn = (template: StoredDesign['template']): TemplateName =>
  isBuiltIn(template) ? template : 'door';

/** The code of a page, as its owner sees it. */
export const pageCodeOf = (pageCode: string | null, { template }: StoredDesign): string =>
  pageCode ?? templates[builtIn(template)];

/** Without comments and indentation, which visitors would only download. */
const compact = Object.fromEntries(
  Object.entries(templates).map(([name, code]) => [
    name,
    code.replace(/^\/\*.*?\*\/\n/s, '').replace(/^\s+(\/\/.*)?/gm, ''),
  ]),
) as Record<TemplateName, string>;

/** The code of a page, as visitors get it. */
export const servedCode = (pageCode: string | null, { template }: StoredDesign): string =>
  pageCode ?? compact[builtIn(template)];
