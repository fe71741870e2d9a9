import type { Source } from '../../core/questions/source.ts';

/**
 * Says that somebody opened the page, and where they came from as a signup would say it. A reload, or a step back to it, is no
 * new visit; a page loaded ahead is one once it is shown.
 */
export function countVisit(url: string, source: Source, referralCode: string | null): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation && navigation.type !== 'navigate') return;
  const send = () => navigator.sendBeacon?.(url, JSON.stringify({ source, referralCode }));
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', send, { once: true });
  else send();
}
