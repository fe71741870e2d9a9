import type { Language } from './language.ts';
import { ar } from './texts/ar/index.ts';
import { de } from './texts/de/index.ts';
import type { en } from './texts/en/index.ts';
import { es } from './texts/es/index.ts';
import { fr } from './texts/fr/index.ts';
import { it } from './texts/it/index.ts';
import { ja } from './texts/ja/index.ts';
import { nl } from './texts/nl/index.ts';
import { pl } from './texts/pl/index.ts';
import { pt } from './texts/pt/index.ts';

const TEXTS = { de, fr, es, pt, it, nl, pl, ja, ar } as const;

/** The texts of a language that most waitlists do not have: functions load them when somebody first reads one (ADR 9). */
export const otherTexts = (language: Exclude<Language, 'en'>): typeof en => TEXTS[language];
