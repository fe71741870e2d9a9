/** What may be logged of a failure. */
export interface FailureDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: readonly string[];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * A failure without the values that caused it. Postgres puts them between double quotes in its messages and, whole
 * rows of them, in `detail`; urls may carry passwords. Names of constraints and codes say as much to whoever is on call.
 */
export function describeFailure(thrown: unknown): FailureDescription {
  if (!(thrown instanceof Error))
    return { name: typeof thrown, message: 'a value that is no Error was thrown' };
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  const stack = thrown.stack
    ?.split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, 8);
  return {
    name: thrown.name,
    message: thrown.message
      .replace(/"[^"]*"/g, '"…"')
      .replace(/\b\w+:\/\/\S+/g, '…')
      .replace(/[^\s@]+@[^\s@]+/g, '…'),
    ...(text(code) !== undefined && { code: text(code) }),
    ...(text(constraint) !== undefined && { constraint: text(constraint) }),
    ...(stack && { stack: stack.map(line => line.trim()) }),
  } as FailureDescription;
}
