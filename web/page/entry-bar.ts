import { fill, formatNumber } from '../../core/languages/format.ts';
import type { FormWords } from './signup-outcome.ts';

/** The line below page code that leads to the place of someone who joined: page code has its own way to show it. */
export function showEntryBar(position: number, path: string, { language, texts }: FormWords): void {
  const bar = document.createElement('aside');
  bar.className = 'entry-bar';
  bar.setAttribute('aria-label', texts.yourPlace);
  const place = document.createElement('span');
  place.textContent = fill(texts.placeInLine, { position: formatNumber(language, position) });
  const link = document.createElement('a');
  link.href = path;
  link.textContent = texts.seePlace;
  bar.append(place, link);
  document.querySelector('.entry-bar')?.remove();
  document.getElementById('stage')?.after(bar);
}
