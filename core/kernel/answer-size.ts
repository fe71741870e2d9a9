/**
 * Bytes of the items of a list, so that no answer exceeds 1 MB. A function's response may have 6 MB, but agents and
 * programs choke on less.
 */
const LIST_BYTES = 950_000;

/** Of an answer that can't be cut into pages. The rest of the 6 MB is for what each item has beside the texts. */
const ANSWER_BYTES = 4_500_000;

/** Agents may receive an item twice: as data, and as text that is escaped once more. */
function bytesOf(item: unknown): number {
  const json = JSON.stringify(item);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
}

/** Whether one answer can have them all. */
export const fitsOneAnswer = (items: readonly unknown[]): boolean =>
  items.reduce((total: number, item) => total + bytesOf(item), 0) <= ANSWER_BYTES;

/** The first items that fit into one answer; at least one. */
export function takeFitting<Item>(items: readonly Item[]): Item[] {
  let left = LIST_BYTES;
  const end = items.findIndex((item, index) => {
    left -= bytesOf(item);
    return left < 0 && index > 0;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
