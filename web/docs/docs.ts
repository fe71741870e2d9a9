/** The samples name this site, and can be copied. */
for (const element of document.querySelectorAll('[data-origin]')) element.textContent = location.origin;

for (const sample of document.querySelectorAll('.sample')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  sample.querySelector('figcaption')?.append(button);
}

/** Marks the entry of the operation that one reads. */
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents li a')].map(link => [link.hash.slice(1), link]),
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
