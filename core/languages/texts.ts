import type { Language } from './language.ts';
import { ar } from './texts/ar/index.ts';
import { de } from './texts/de/index.ts';
import { en } from './texts/en/index.ts';
import { es } from './texts/es/index.ts';
import { fr } from './texts/fr/index.ts';
import { it } from './texts/it/index.ts';
import { ja } from './texts/ja/index.ts';
import { nl } from './texts/nl/index.ts';
import { pl } from './texts/pl/index.ts';
import { pt } from './texts/pt/index.ts';

/** Everything of ours that visitors read, in one language. */
export type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr, es, pt, it, nl, pl, ja, ar };

/**
 * The texts of a language. Only the server has all of them: a browser gets those of its page with the page's data, so nothing in
 * `web/` may import this.
 */
export const textsOf = (language: Language): Texts => TEXTS[language];
