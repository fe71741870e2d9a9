/** How late the focus may come that a click in the frame brings. */
const FOCUS_MS = 1_000;

/** A link that may be followed, as it would be; null for one that leads nowhere good. */
export function linkOf(href: string): URL | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url : null;
}

/**
 * Opens a link of page code, whose sandbox allows no popups. Only with the visitor's click: without the activation of a
 * real gesture (which a click in the frame also gives to this document) nothing opens. The frame must have
 * the focus: a key pressed in the form beside it is not the page code's to spend. What is left to it is one tab, without an
 * opener, when it takes the focus by itself just after such a gesture.
 */
export function openLink(href: string, frame: HTMLIFrameElement): void {
  const url = linkOf(href);
  if (!url) return;
  const follow = () => document.activeElement === frame && navigator.userActivation?.isActive && go(url);
  if (document.activeElement === frame) follow();
  // A frame may run in a process of its own, and what it says come before the focus. When this document loses it, the
  // element that has it is only known after the event.
  else addEventListener('blur', () => setTimeout(follow), { signal: AbortSignal.timeout(FOCUS_MS) });
}

function go(url: URL): void {
  // A mail program opens beside the page; a new tab would stay empty.
  if (url.protocol === 'mailto:') location.assign(url);
  else open(url, '_blank', 'noopener,noreferrer');
}
