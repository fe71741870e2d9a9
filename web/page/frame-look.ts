const visibleThings = 'a, button, canvas, iframe, img, input, select, svg, textarea, video';

/** Whether the document shows no text and nothing interactive. */
export function isBlank(): boolean {
  const { body } = document;
  // Unlike textContent, innerText leaves out hidden text.
  if (body.innerText.trim() !== '') return false;
  for (const element of body.querySelectorAll(visibleThings)) {
    if (element.getClientRects().length > 0) return false;
  }
  return true;
}

/**
 * The opaque background color in the lower left corner, e.g. `rgb(12, 20, 18)`, or null if there is none. A button may scroll
 * past the middle of the edge, but rarely past the corner.
 */
export function edgeColor(): string | null {
  let element = document.elementFromPoint(1, innerHeight - 1);
  for (; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (color.startsWith('rgb(')) return color;
    if (color !== 'rgba(0, 0, 0, 0)') return null;
  }
  return null;
}
