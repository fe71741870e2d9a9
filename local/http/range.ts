/** A range of bytes, with both ends included as in HTTP. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header for a body of `total` bytes. Undefined when it is missing, invalid, or names several ranges: S3
 * then sends everything.
 */
export function readRange(header: string | undefined, total: number): Range | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0) return 'unsatisfiable';
    return { first: Math.max(0, total - suffix), last: total - 1 };
  }
  const first = Number(from);
  const last = to === '' ? total - 1 : Math.min(Number(to), total - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= total ? 'unsatisfiable' : { first, last };
}
