/** Both ends are included, as in HTTP. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range that a header asks for of so many bytes. Undefined where there is none, or nothing that can be
 * understood, or several: then the whole is sent, as S3 does.
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
