import type { StoredDesign, TemplateName } from '../../waitlists/design.ts';
import { isBuiltIn } from '../../waitlists/design.ts';
import { door } from './door.ts';

/** The page code of each built-in template. */
export const templates: Readonly<Record<TemplateName, string>> = {
  door,
  minimal: door,
  spotlight: door,
  gradient: door,
  countdown: door,
  leaderboard: door,
};

/** The page code that visitors get. */
export const servedCode = (pageCode: string | null, { template }: StoredDesign): string =>
  pageCode ?? templates[isBuiltIn(template) ? template : 'door'];
