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

/** Parts of all links: those that are left for later, if ever, and of the others those that are followed again. */
const LEFT = 0.25;
const REPEATED = 0.05;
/** When there is no new link: how often someone comes back to one that was left, or tries an unanswered one again. */
const LATE = 0.02;
const RETRIES = 0.1;

/** What became of following a link. Null: nobody knows. */
type Outcome = 'acknowledged' | 'ended' | null;

/** @returns what follows the next link that someone was mailed */
export function createFollower({ send, ledger, crowd, lists, random }: FollowOptions): () => Promise<void> {
  const { inbox, surprises } = ledger;
  const bySlug = new Map(lists.map(list => [list.slug, list]));
  const left: MailedLink[] = [];
  const unanswered: MailedLink[] = [];
  /** Links whose people may not be erased. */
  const open = new Set<MailedLink>();

  /** Confirms as the button does, and reads the place that it leads to. */
  async function confirm({ url, person }: MailedLink, list: SoakList): Promise<Outcome> {
    const { email } = person;
    const confirmed = await send({ kind: 'confirm', list, method: 'POST', path: url });
    if (confirmed?.status !== 303) return null;
    crowd.admit(person);
    const shown = await send({ kind: 'read', list, path: `${confirmed.location}.json` });
    if (shown?.status !== 200) return null;
    const { position, referralCode: code } = shown.body;
    if (person.place && (person.place.position !== position || person.place.code !== code))
      surprises.push(`${email} was led to ${position} instead of ${person.place.position}`);
    person.place ??= { position, code };
    return 'acknowledged';
  }

  /** Redeems a code as the owner's backend does. */
  async function redeem({ url, person, followed }: MailedLink, list: SoakList): Promise<Outcome> {
    const body = { code: new URL(url).searchParams.get('code') };
    const path = '/api/v1/invitations/redeem';
    const answer = await send({ kind: 'redeem', list, method: 'POST', path, as: 'key', body });
    if (answer?.status === 410) return 'ended';
    if (answer?.status !== 200) return null;
    const { email, alreadyRedeemed } = answer.body;
    if (email !== person.email) surprises.push(`the invitation of ${person.email} let ${email} in`);
    if (alreadyRedeemed ? followed === 'no' : followed === 'acknowledged')
      surprises.push(`the invitation of ${email} was ${alreadyRedeemed ? 'already' : 'not'} redeemed`);
    return 'acknowledged';
  }

  function comeBack(): MailedLink | undefined {
    const choice = random.fraction();
    if (choice < LATE) return left.splice(random.below(left.length), 1)[0];
    return choice < LATE + RETRIES ? unanswered.shift() : undefined;
  }

  const follow = { confirm, invitation: redeem };
  return async () => {
    const isNew = inbox[0]?.followed === 'no';
    const link = inbox.shift() ?? comeBack();
    const list = link && bySlug.get(link.person.list);
    if (!link || !list || link.person.erased !== 'no') return;
    if (isNew && random.fraction() < LEFT) {
      left.push(link);
      return;
    }
    const before = { ...link };
    if (link.followed === 'no') link.followed = 'asked';
    if (!open.has(link)) link.person.unsettled++;
    open.add(link);
    const outcome = await follow[link.kind](before, list);
    if (!outcome) {
      unanswered.push(link);
      return;
    }
    open.delete(link);
    link.followed = outcome;
    link.person.unsettled--;
    if (random.fraction() < REPEATED) inbox.push(link);
  };
}
