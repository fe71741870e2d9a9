import { startSearch } from './search.ts';

/** Each call shows one way to make it: the one chosen last, on any of them. */
const CHOICE = 'docs-call';
const calls = [...document.querySelectorAll<HTMLElement>('.calls')];

function choose(name: string): void {
  for (const call of calls) {
    const blocks = [...call.querySelectorAll<HTMLElement>('[data-call]')];
    // Some operations are not tools.
    const shown = blocks.find(block => block.dataset.call === name) ?? blocks[0];
    for (const block of blocks) block.hidden = block !== shown;
    for (const button of call.querySelectorAll('[aria-pressed]'))
      button.setAttribute('aria-pressed', String(button.textContent === shown?.dataset.call));
  }
}

for (const call of calls) {
  const group = document.createElement('span');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Show the call for');
  for (const { dataset } of call.querySelectorAll<HTMLElement>('[data-call]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = dataset.call ?? '';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const { top } = call.getBoundingClientRect();
      choose(button.textContent);
      localStorage.setItem(CHOICE, button.textContent);
      // The calls above have other heights now.
      scrollBy(0, call.getBoundingClientRect().top - top);
    });
    group.append(button);
  }
  call.querySelector('figcaption')?.replaceChildren(group);
}
choose(localStorage.getItem(CHOICE) ?? 'curl');

for (const sample of document.querySelectorAll('.sample')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.querySelector('pre:not([hidden]) code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  sample.querySelector('figcaption')?.append(button);
}

/** Marks the link to what one reads: an operation, or a part of a guide. */
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents li a[href^="#"], .toc a')].map(link => [
    link.hash.slice(1),
    link,
  ]),
);
const inView = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      const link = links.get(target.id);
      if (!isIntersecting || !link) continue;
      for (const other of links.values()) other.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'location');
    }
  },
  { rootMargin: '-20% 0px -70%' },
);
for (const section of document.querySelectorAll('[id]')) if (links.has(section.id)) inView.observe(section);

startSearch();
