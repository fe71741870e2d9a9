import type { Source } from '../../core/questions/source.ts';

/** The host of the page that linked here, without its port; null if it is this site, or unknown. */
function foreignHost(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { protocol, host, hostname } = new URL(document.referrer);
  return /^https?:$/.test(protocol) && host !== location.host ? hostname : null;
}

/**
 * Where the visitor came from when this tab first opened this waitlist, so a reload or a detour does not lose it. No cookie.
 * `sessionStorage` throws if the visitor turned it off.
 */
export function findSource(waitlistId: string): Source {
  const query = new URLSearchParams(location.search);
  const source: Source = {
    utmSource: query.get('utm_source'),
    utmMedium: query.get('utm_medium'),
    utmCampaign: query.get('utm_campaign'),
    referrerHost: foreignHost(),
  };
  const key = `anteroom:source:${waitlistId}`;
  try {
    const first = sessionStorage.getItem(key);
    if (first !== null) return JSON.parse(first);
    sessionStorage.setItem(key, JSON.stringify(source));
  } catch {}
  return source;
}
