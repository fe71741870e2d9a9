import { en } from './texts/en/index.ts';

/** The English texts. Functions load them when somebody first reads one, and most functions never do (ADR 9). */
export const englishTexts = (): typeof en => en;
