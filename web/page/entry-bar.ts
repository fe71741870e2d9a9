import { formatNumber } from '../../core/languages/format.ts';

/** The line below page code that leads to the place of someone who joined: page code has its own way to show it. */
export function showEntryBar(position: number, path: string): void {
  const bar = document.createElement('aside');
  bar.className = 'entry-bar';
  bar.setAttribute('aria-label', 'Your place');
  const place = document.createElement('span');
  place.textContent = `Your place in line: ${formatNumber('en', position)}`;
  const link = document.createElement('a');
  link.href = path;
  link.textContent = 'See your place';
  bar.append(place, link);
  document.querySelector('.entry-bar')?.remove();
  document.getElementById('stage')?.after(bar);
}
