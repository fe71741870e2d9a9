import { describe, expect, it, jest } from '@jest/globals';
import { listAll } from '../../../packages/client/src/list-all.ts';
import { verifies } from '../../support/verifies.ts';

type Page = Parameters<typeof listAll>[1] extends (place: never) => Promise<infer Read> ? Read : never;

/** A list with these pages, and where each was asked to start. */
function pages(...given: Page[]) {
  const list = jest.fn(
    async (_: object) => given.shift() ?? Promise.reject(new Error('There is no such page')),
  );
  return { list, places: () => list.mock.calls.map(([place]) => place) };
}
async function read(list: Parameters<typeof listAll>[1]): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of listAll('entries', list)) items.push(item);
  return items;
}

describe('all of a list', () => {
  it(`follows the cursor until it is null, over an empty page too${verifies('client.all')}`, async () => {
    const { list, places } = pages(
      { entries: [1, 2], next: 'a', total: 3 },
      { entries: [], next: 'b', total: 3 },
      { entries: [3], next: null, total: 3 },
    );
    expect(await read(list)).toEqual([1, 2, 3]);
    expect(places()).toEqual([{}, { after: 'a' }, { after: 'b' }]);
  });

  it(`goes on by offset where there is no cursor${verifies('client.all')}`, async () => {
    const { list, places } = pages({ entries: [1, 2], total: 3 }, { entries: [3], total: 3 });
    expect(await read(list)).toEqual([1, 2, 3]);
    expect(places()).toEqual([{}, { offset: 2 }]);
  });

  it.each([
    ['has one page', { entries: [1] }],
    ['got shorter meanwhile', { entries: [], total: 9 }],
  ])(`ends where the list %s${verifies('client.all')}`, async (_, page) => {
    const { list } = pages(page);
    expect(await read(list)).toEqual(page.entries);
  });

  it(`asks for no page that nobody reads${verifies('client.all')}`, async () => {
    const { list } = pages({ entries: [1, 2], next: 'a' });
    for await (const one of listAll('entries', list)) {
      expect(one).toBe(1);
      break;
    }
    expect(list).toHaveBeenCalledTimes(1);
  });

  it(`throws what a page throws, after what was read before${verifies('client.all')}`, async () => {
    const { list } = pages({ entries: [1], next: 'a' });
    const items = listAll('entries', list);
    expect(await items.next()).toEqual({ done: false, value: 1 });
    await expect(items.next()).rejects.toThrow('There is no such page');
  });
});
