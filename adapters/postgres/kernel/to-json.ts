const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/**
 * A value as JSON that `jsonb_populate_record` reads into rows: names in snake_case, bytes in the form of `bytea`, and without
 * members that are null: a column that is not there is null, and costs nothing to read.
 * @param value - of plain objects, arrays, buffers, and what JSON has
 */
export function toJson(value: unknown): string {
  return JSON.stringify(toRows(value));
}

function toRows(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return value.map(toRows);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null ? [] : [[toSnakeCase(name), toRows(each)]],
    ),
  );
}
