/**
 * Hands clicked links to the shell, which opens them: the sandbox blocks popups and navigation.
 * @param baseUrl - public URL of the page, to resolve relative links
 */
export function forwardLinks(baseUrl: string, open: (href: string) => void): void {
  const follow = (link: HTMLAnchorElement): boolean => {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) {
      document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
      return true;
    }
    const url = URL.canParse(href, baseUrl) ? new URL(href, baseUrl) : null;
    if (!url || !/^(https?|mailto):$/.test(url.protocol)) return false;
    // The shell checks too. Checking here, at the click, keeps a later gesture from opening this link.
    if (navigator.userActivation?.isActive ?? true) open(url.href);
    return true;
  };
  afterClick(
    target => target.closest<HTMLAnchorElement>('a[href]'),
    // If page code stops propagation, the click cannot be canceled. The sandbox blocks a popup, but not a navigation.
    link => {
      link.target = '_blank';
    },
    follow,
  );
}

/**
 * Runs `act` for a click on an element that `find` returns, unless page code canceled the event. Page code may stop
 * propagation (dialogs do); if the event never bubbles up to the window, `act` runs right after it.
 */
export function afterClick<T extends Element>(
  find: (target: Element) => T | null,
  prepare: (found: T) => void,
  act: (found: T, event: MouseEvent) => boolean,
): void {
  const done = new WeakSet<Event>();
  const found = (event: Event) => (event.target instanceof Element ? find(event.target) : null);
  addEventListener(
    'click',
    event => {
      const element = found(event);
      if (!element || event.button !== 0) return;
      prepare(element);
      setTimeout(() => {
        if (!event.defaultPrevented && !done.has(event)) act(element, event);
      });
    },
    true,
  );
  addEventListener('click', event => {
    const element = found(event);
    if (!element || event.button !== 0 || event.defaultPrevented) return;
    done.add(event);
    if (act(element, event)) event.preventDefault();
  });
}
