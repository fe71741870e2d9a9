import type { StoredDesign, TemplateName } from '../design.ts';
import { isBuiltIn } from '../design.ts';
import { countdown } from './countdown.ts';
import { door } from './door.ts';
import { gradient } from './gradient.ts';
import { leaderboard } from './leaderboard.ts';
import { minimal } from './minimal.ts';
import { keepParts, type PageNeeds } from './parts.ts';
import { spotlight } from './spotlight.ts';

const composed: Readonly<Record<TemplateName, string>> = {
  door,
  minimal,
  spotlight,
  gradient,
  countdown,
  leaderboard,
};

const mapCode = (map: (code: string) => string) =>
  Object.fromEntries(Object.entries(composed).map(([name, code]) => [name, map(code)])) as Readonly<
    Record<TemplateName, string>
  >;

/** The page code of each built-in template. */
export const templates = mapCode(code => keepParts(code, { asks: true, isClosed: true, isTranslated: true }));

const builtIn = (template: StoredDesign['template']): TemplateName =>
  isBuiltIn(template) ? template : 'door';

/** The code of a page, as its owner sees it. */
export const pageCodeOf = (pageCode: string | null, { template }: StoredDesign): string =>
  pageCode ?? templates[builtIn(template)];

/** Without comments, indentation, and most line breaks, which visitors would only download. Marks keep theirs. */
const compact = mapCode(code =>
  code
    .replace(/^\/\*.*?\*\/\n/s, '')
    .replace(/^\s+(\/\/(?!#).*)?/gm, '')
    .replace(/(?<=[{};,(])\n(?!\/)|(?<!#\w+(\*\/)?)\n(?=[.@:})])/g, ''),
);

/** The code of a built-in template, as visitors of a page get it. */
export const compactTemplate = (template: TemplateName, needs: PageNeeds): string =>
  keepParts(compact[template], needs);

/** The code of a page, as visitors get it. */
export const servedCode = (pageCode: string | null, { template }: StoredDesign, needs: PageNeeds): string =>
  pageCode ?? compactTemplate(builtIn(template), needs);
