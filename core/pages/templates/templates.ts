import type { StoredDesign, TemplateName } from '../../waitlists/design.ts';
import { isBuiltIn } from '../../waitlists/design.ts';
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

/** The page code that visitors get. */
export const servedCode = (pageCode: string | null, { template }: StoredDesign): string =>
  pageCode ?? templates[isBuiltIn(template) ? template : 'door'];
