type Page = Readonly<Record<string, unknown>> & {
  readonly next?: string | null;
  readonly total?: number;
};

/**
 * Every item of a list, page by page, as they are asked for. Lists that have a cursor are read by it, so that nobody is
 * listed twice or left out while others join; the others by offset.
 *
 * @param member - the member of a page that has its items
 * @param list - reads the page that starts at a place
 */
export async function* listAll(
  member: string,
  list: (place: { readonly after?: string; readonly offset?: number }) => Promise<Page>,
): AsyncGenerator<unknown, void> {
  let count = 0;
  let place: Parameters<typeof list>[0] | null = {};
  while (place) {
    const page: Page = await list(place);
    const items = page[member] as readonly unknown[];
    yield* items;
    count += items.length;
    if (page.next !== undefined) place = page.next === null ? null : { after: page.next };
    else place = items.length > 0 && count < (page.total ?? 0) ? { offset: count } : null;
  }
}
