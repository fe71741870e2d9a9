/**
 * Opens a link of page code, whose sandbox allows no popups. Only with the visitor's click: without the activation of a
 * real gesture (which a click in the frame also gives to this document) nothing opens.
 */
export function openLink(href: string): void {
  if (!navigator.userActivation?.isActive || !URL.canParse(href)) return;
  const url = new URL(href);
  if (url.protocol === 'https:' || url.protocol === 'http:') open(url, '_blank', 'noopener,noreferrer');
  // A mail program opens beside the page; a new tab would stay empty.
  if (url.protocol === 'mailto:') location.assign(url);
}
