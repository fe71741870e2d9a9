import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Send } from './client.ts';
import type { Fault } from './faults.ts';
import type { Detachment, Ledger } from './ledger.ts';
import type { SoakList } from './lists.ts';
import type { Load } from './load.ts';
import type { Random } from './random.ts';
import type { CustomerServer } from './stage.ts';

/** How often the database is away meanwhile, so that it gets the last rows late or never. */
const FROZEN = 0.5;
/** By then, some rows are on their way to a database that is away. */
const ON_THE_WAY_MS = 1_500;
/** A database is not attached, and attached, for so long at most. */
const LONGEST_MS = 3_000;
const RETRY_MS = 500;

interface DetachingOptions {
  readonly send: Send;
  readonly load: Load;
  readonly ledger: Ledger;
  readonly lists: readonly SoakList[];
  readonly random: Random;
}

/** What a list's owner sends to attach their database. */
export const attachment = ({ dbType, proxy, url }: CustomerServer) => ({
  dbType,
  connectionString: proxy.through(url),
});

/** Owners detach their databases, and attach them again, several times. */
export function detachingFaults({ send, load, ledger, lists, random }: DetachingOptions): Fault[] {
  async function insist(request: Request): Promise<void> {
    while ((await send(request))?.status !== 200) await delay(RETRY_MS);
  }

  return lists.flatMap((list): Fault[] => {
    const { customer } = list;
    if (!customer) return [];
    const { dbType, proxy } = customer;
    const path = `/api/v1/waitlists/${list.slug}/database`;
    const request = { kind: 'database', list, path, as: 'key' } as const;

    async function detachAndAttach(): Promise<void> {
      const isFrozen = random.fraction() < FROZEN;
      if (isFrozen) {
        proxy.freeze();
        await delay(ON_THE_WAY_MS);
      }
      // Their emails, and what webhooks tell of them, are due when nobody knows their addresses.
      load.invite(list);
      const detachment: Detachment = { list: list.slug, from: ledger.now(), to: Number.POSITIVE_INFINITY };
      ledger.detachments.push(detachment);
      await insist({ ...request, method: 'DELETE' });
      await delay(random.fraction() * LONGEST_MS);
      if (isFrozen) proxy.restore();
      await insist({ ...request, method: 'POST', body: attachment(customer as CustomerServer) });
      detachment.to = ledger.now();
      await delay(random.fraction() * LONGEST_MS);
    }

    const fault: Fault = {
      name: `customer's ${dbType}: detached`,
      hits: 'strangers',
      async strike(hold) {
        let isOver = false;
        const held = hold().then(() => {
          isOver = true;
        });
        while (!isOver) await detachAndAttach();
        await held;
      },
    };
    return [fault];
  });
}
