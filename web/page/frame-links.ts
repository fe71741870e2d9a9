/**
 * The sandbox allows no popups and the policy no navigation, so links are handed to the shell, which opens them.
 *
 * @param baseUrl the public url of the page, which relative links mean
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
    // The shell asks too; asked here, at the moment of the click, a later gesture cannot lend itself to this link.
    if (navigator.userActivation?.isActive ?? true) open(url.href);
    return true;
  };
  afterClick(
    target => target.closest<HTMLAnchorElement>('a[href]'),
    // Page code that stops the event's way also keeps us from cancelling it: a popup is blocked, a navigation is not.
    link => {
      link.target = '_blank';
    },
    follow,
  );
}

/**
 * Runs `act` for a click on what `find` finds, unless page code cancelled it. Page code may also stop the propagation
 * (dialogs do), so where the event does not come back up to the window, `act` runs right after it.
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
