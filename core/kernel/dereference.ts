/** A copy of a part of a document with every `$ref` replaced by what it refers to. Nothing in it may contain itself. */
export function dereference(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map(each => dereference(each, document));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { $ref?: string };
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, dereference(value, document)]),
  );
  if ($ref === undefined) return own;
  const target = $ref
    .split('/')
    .slice(1)
    .reduce((node, name) => (node as Record<string, unknown>)[name], document);
  return { ...(dereference(target, document) as object), ...own };
}
