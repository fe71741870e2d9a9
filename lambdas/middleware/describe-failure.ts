/** The loggable part of a failure. */
export interface FailureDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: readonly string[];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Describes a failure without the values in it. Postgres quotes values in its messages and whole rows in
 * `detail`, and URLs may contain passwords. Constraint names and codes are enough to diagnose it.
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
