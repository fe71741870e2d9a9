/** Says that somebody opened the page. A reload, or a step back to it, is no new visit; a page loaded ahead is one once it is shown. */
export function countVisit(url: string): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation && navigation.type !== 'navigate') return;
  const send = () => navigator.sendBeacon?.(url);
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', send, { once: true });
  else send();
}
