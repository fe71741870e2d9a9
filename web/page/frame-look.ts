const visibleThings = 'a, button, canvas, iframe, img, input, select, svg, textarea, video';

/** Nothing to read and nothing to use on the whole document. */
export function isBlank(): boolean {
  const { body } = document;
  // Only innerText leaves out what is not displayed
  if (body.innerText.trim() !== '') return false;
  for (const element of body.querySelectorAll(visibleThings)) {
    if (element.getClientRects().length > 0) return false;
  }
  return true;
}

/**
 * The opaque background in the lower left corner, e.g. `rgb(12, 20, 18)`, or null where there is none. In the corner, since a
 * button may scroll past the middle of the edge.
 */
export function edgeColour(): string | null {
  let element = document.elementFromPoint(1, innerHeight - 1);
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (colour.startsWith('rgb(')) return colour;
    if (colour !== 'rgba(0, 0, 0, 0)') return null;
  }
  return null;
}
