/** How late the focus change of a click in the frame may arrive. */
const FOCUS_MS = 1_000;

/** The URL if it is http(s) or mailto, else null. */
export function linkOf(href: string): URL | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url : null;
}

/**
 * Opens a link for page code, whose sandbox blocks popups. Requires user activation (a click in the frame also activates
 * this document) and focus in the frame, so that typing in the form next to it cannot be used. The worst that page code can
 * do is take focus right after a gesture and open one tab, without an opener.
 */
export function openLink(href: string, frame: HTMLIFrameElement): void {
  const url = linkOf(href);
  if (!url) return;
  const follow = () => document.activeElement === frame && navigator.userActivation?.isActive && go(url);
  if (document.activeElement === frame) follow();
  // The frame may run in another process, so its message can arrive before the focus change. The new active element is only
  // known after the blur event.
  else addEventListener('blur', () => setTimeout(follow), { signal: AbortSignal.timeout(FOCUS_MS) });
}

function go(url: URL): void {
  // mailto: opens a mail app; a new tab would stay empty.
  if (url.protocol === 'mailto:') location.assign(url);
  else open(url, '_blank', 'noopener,noreferrer');
}
