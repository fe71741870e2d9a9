import type { Language } from '../../../core/languages/language.ts';
import type { WordTexts } from '../../../core/pages/page-words.ts';

/** Our texts on pages in a language, for the preview: a file of its own, which the rest of the dashboard does not load. */
export async function loadPageTexts(_language: Language): Promise<WordTexts> {
  const { en } = await import('../../../core/languages/texts/en/index.ts');
  return en;
}
