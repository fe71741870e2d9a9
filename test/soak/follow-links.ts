import type { Send } from './client.ts';
import type { Ledger, MailedLink } from './ledger.ts';
import type { SoakList } from './lists.ts';
import type { Random } from './random.ts';
import type { Crowd } from './signups.ts';

interface FollowOptions {
  readonly send: Send;
  readonly ledger: Ledger;
  readonly crowd: Crowd;
  readonly lists: readonly SoakList[];
  readonly random: Random;
}

/** Parts of all links: those that nobody follows, and of the others those that are followed again. */
const IGNORED = 0.15;
const REPEATED = 0.05;

/** @returns what follows the next link that someone was mailed */
export function createFollower({ send, ledger, crowd, lists, random }: FollowOptions): () => Promise<void> {
  const { inbox, surprises } = ledger;
  const bySlug = new Map(lists.map(list => [list.slug, list]));
  /** Links that were followed without an answer. */
  const open = new Set<MailedLink>();

  /** Confirms as the button does, and reads the place that it leads to. @returns whether that was answered */
  async function confirm({ url, person }: MailedLink, list: SoakList): Promise<boolean> {
    const { email } = person;
    const confirmed = await send({ kind: 'confirm', list, method: 'POST', path: url });
    if (confirmed?.status !== 303) return false;
    crowd.admit(person);
    const shown = await send({ kind: 'read', list, path: `${confirmed.location}.json` });
    if (shown?.status !== 200) return false;
    const { position, referralCode: code } = shown.body;
    if (person.place && (person.place.position !== position || person.place.code !== code))
      surprises.push(`${email} was led to ${position} instead of ${person.place.position}`);
    person.place ??= { position, code };
    return true;
  }

  return async () => {
    const link = inbox.shift();
    const list = link && bySlug.get(link.person.list);
    if (!link || !list || link.person.erased !== 'no') return;
    if (link.followed === 'no') {
      if (random.fraction() < IGNORED) return;
      link.followed = 'asked';
    }
    if (!open.has(link)) link.person.unsettled++;
    open.add(link);
    if (!(await confirm(link, list))) {
      inbox.push(link);
      return;
    }
    open.delete(link);
    link.followed = 'acknowledged';
    link.person.unsettled--;
    if (random.fraction() < REPEATED) inbox.push(link);
  };
}
