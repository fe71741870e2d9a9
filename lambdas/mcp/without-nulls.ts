/** Without nulls, at any depth, but for the arguments of a tool: there, each schema says what a null means. */
function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, name === 'arguments' ? each : dropNulls(each)]),
  );
}

/** A message whose `params` name only what they set: some clients send null for what they leave out. */
export function withoutNulls({ params, ...message }: Record<string, unknown>): Record<string, unknown> {
  return params == null ? message : { ...message, params: dropNulls(params) };
}
