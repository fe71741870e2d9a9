/** The names that more than one waitlist has. Their slugs tell these apart. */
export function sharedNames(waitlists: readonly { readonly name: string }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(waitlists.map(({ name }) => name).filter(name => seen.has(name) || !seen.add(name)));
}
