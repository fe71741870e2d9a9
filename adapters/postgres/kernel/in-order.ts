/** The rows of a statement, each with the number (from 1) of what was asked for; null where there is no row. */
export function inOrder<Row extends object>(
  count: number,
  rows: readonly (Row & { readonly n: number })[],
): readonly (Row | null)[] {
  const found = new Map(rows.map(({ n, ...row }) => [n, row as unknown as Row]));
  return Array.from({ length: count }, (_, index) => found.get(index + 1) ?? null);
}
