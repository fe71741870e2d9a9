/** A link that may be followed, as it would be; null for one that leads nowhere good. */
export function linkOf(href: string): URL | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url : null;
}

/**
 * Opens a link of page code, whose sandbox allows no popups. Only with the visitor's click: without the activation of a
 * real gesture (which a click in the frame also gives to this document) nothing opens. The gesture must have been the
 * frame's: a key pressed in the form beside it, or a click on the challenge, is not the page code's to spend.
 */
export function openLink(href: string, frame: HTMLIFrameElement): void {
  const url = linkOf(href);
  if (!url || !navigator.userActivation?.isActive || document.activeElement !== frame) return;
  // A mail program opens beside the page; a new tab would stay empty.
  if (url.protocol === 'mailto:') location.assign(url);
  else open(url, '_blank', 'noopener,noreferrer');
}
