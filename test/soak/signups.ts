import type { Send } from './client.ts';
import { type Ledger, type Moment, newPerson, type Person, roleOf } from './ledger.ts';
import type { SoakList } from './lists.ts';
import type { Random } from './random.ts';

/** The people of the load: who signs up next, and who can be erased. */
export interface Crowd {
  signUp(): Promise<void>;
  /** An owner adds people, or again those of a call that was not answered. */
  add(list: SoakList): Promise<void>;
  /** Counts someone as acknowledged. */
  admit(person: Person): void;
  /** Someone whose every request is settled, so that their erasure is the end of them. They are never used again. */
  chooseToErase(list: SoakList): Person | undefined;
  /** Lets someone join again who has left. */
  dismiss(person: Person): void;
  /** Everyone on a list whose signup was acknowledged. */
  membersOf(list: SoakList): readonly Person[];
}

/** Parts of all signups: those that are sent again, and of the others those that someone referred. */
const RETRIES = 0.03;
const REPEATS = 0.03;
const REFERRED = 0.3;
/** Of new signups: those of people who left, and of others who are on the list under another address. */
const RETURNS = 0.06;
const TAGGED = 0.03;
/** Of those who return: who does so with the same address. */
const SAME_ADDRESS = 0.5;
/** Of addresses with a tag: who refers themself. */
const OWN_CODE = 0.3;
const ERASE_TRIES = 50;
/** The most people that an owner adds at once. */
const MOST_ADDED = 8;
/** By then, SES took the last email to someone who left. */
const REST_MS = 30_000;

/** An address that no other visitor has: nobody meets the limit of signups. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export function gatherCrowd(send: Send, ledger: Ledger, lists: readonly SoakList[], random: Random): Crowd {
  const shares = lists.flatMap(list => Array.from({ length: list.share }, () => list));
  const members = new Map(lists.map(list => [list.slug, [] as Person[]]));
  const bySlug = new Map(lists.map(list => [list.slug, list]));
  const unanswered: Person[] = [];
  /** People whom their owner added, and no answer came. */
  const added: Person[][] = [];
  /** People who were asked to confirm, and may have by now. */
  const pending: Person[] = [];
  /** People who left, and when. */
  const gone: { readonly person: Person; readonly at: Moment }[] = [];
  let sent = 0;
  let strangers = 0;

  const membersOf = ({ slug }: Pick<SoakList, 'slug'>): Person[] => members.get(slug) ?? [];

  /** Half of them early members, who have gathered referrals before. */
  function chooseReferrer(list: SoakList): Person | null {
    const all = membersOf(list);
    const isEarly = random.fraction() < 0.5;
    const person = all[random.below(isEarly ? Math.min(all.length, 50) : all.length)];
    return person?.erased === 'no' && person.place ? person : null;
  }

  /** Another address of the same mailbox. */
  const tagged = (mailbox: string): string => mailbox.replace('@', `+${sent}@`);

  /** Someone who left and joins again. */
  function returning(): Person | undefined {
    if (!gone[0] || ledger.now() - gone[0].at < REST_MS) return undefined;
    const { email, mailbox, list } = (gone.shift() as (typeof gone)[number]).person;
    const address = random.fraction() < SAME_ADDRESS ? email : tagged(mailbox);
    return newPerson(list, address, chooseReferrer(bySlug.get(list) as SoakList), mailbox);
  }

  /** Someone who is on the list already, under another address. */
  function again(): Person | undefined {
    const list = random.pick(lists) as SoakList;
    const other = chooseReferrer(list);
    if (!other) return undefined;
    const referrer = random.fraction() < OWN_CODE ? other : chooseReferrer(list);
    return newPerson(list.slug, tagged(other.mailbox), referrer, other.mailbox);
  }

  function newcomer(): Person {
    const choice = random.fraction();
    const known = choice < RETURNS ? returning() : choice < RETURNS + TAGGED ? again() : undefined;
    return known ?? stranger();
  }

  function stranger(): Person {
    const list = random.pick(shares) as SoakList;
    const referrer = random.fraction() < REFERRED ? chooseReferrer(list) : null;
    return newPerson(list.slug, `p${sent}.${list.slug}@soak.test`, referrer);
  }

  const addressee = (list: SoakList): Person =>
    newPerson(list.slug, `a${++strangers}.${list.slug}@soak.test`, null);

  function next(): Person {
    const choice = random.fraction();
    if (choice < RETRIES) return unanswered.shift() ?? newcomer();
    const known = random.pick([membersOf(random.pick(lists) as SoakList), pending][random.below(2)] ?? []);
    return choice < RETRIES + REPEATS && known?.erased === 'no' ? known : newcomer();
  }

  function admit(person: Person): void {
    if (!person.acknowledged) membersOf({ slug: person.list }).push(person);
    person.acknowledged = true;
  }

  function settle(person: Person, status: number, body: { position?: number; referralCode?: string }): void {
    if (status === 202) {
      if (person.pending++ === 0) pending.push(person);
      return;
    }
    if (status !== 201 && status !== 200) return;
    if (status === 201) {
      if (person.acknowledged) ledger.surprises.push(`${person.email} joined twice`);
      person.place = { position: body.position ?? 0, code: body.referralCode ?? '' };
    }
    admit(person);
  }

  async function signUp(): Promise<void> {
    sent++;
    const person = next();
    const { email, referrer, list } = person;
    const before = ledger.people.get(email);
    if (before && before !== person) ledger.left.push(before);
    ledger.people.set(email, person);
    person.signups++;
    for (const one of [person, referrer]) if (one) one.unsettled++;
    const closing = ledger.closings.find(each => each.list === list && each.isSure);
    const answer = await send({
      kind: 'signup',
      list: bySlug.get(list) as SoakList,
      method: 'POST',
      path: `/w/${list}/signups`,
      body: {
        email,
        name: `Person ${sent}`,
        referralCode: referrer?.place?.code,
        answers: { role: roleOf(email) },
        source: { utmSource: list },
      },
      address: addressOf(sent),
    });
    if (!answer || answer.status >= 500) {
      unanswered.push(person);
      return;
    }
    if (answer.status < 400 && closing?.isSure)
      ledger.surprises.push(`${email} joined ${list} while it was closed`);
    person.unsettled--;
    // A friend who must confirm refers later, if at all.
    if (referrer && answer.status !== 202) referrer.unsettled--;
    settle(person, answer.status, answer.body);
  }

  /** Strangers, so that nobody else decides what becomes of them. */
  async function add(choice: SoakList): Promise<void> {
    const again = added.shift();
    const people = again ?? Array.from({ length: 1 + random.below(MOST_ADDED) }, () => addressee(choice));
    const list = bySlug.get(people[0]?.list ?? '') as SoakList;
    for (const person of people) {
      ledger.people.set(person.email, person);
      person.signups++;
    }
    const answer = await send({
      kind: 'add',
      list,
      method: 'POST',
      path: `/api/v1/waitlists/${list.slug}/entries`,
      as: 'key',
      body: {
        people: people.map(({ email }) => ({ email, answers: { role: roleOf(email) } })),
        notify: true,
      },
    });
    if (answer?.status !== 200) {
      added.push(people);
      return;
    }
    for (const [index, { email, outcome, entry }] of answer.body.results.entries()) {
      const person = people[index] as Person;
      person.entryId = entry?.id ?? null;
      if (email !== person.email || outcome === 'refused')
        ledger.surprises.push(`${person.email} was to be added, and ${email} is ${outcome}`);
      // Others may have moved up since, so nobody knows which place they were given.
      else settle(person, outcome === 'pending' ? 202 : 200, {});
    }
  }

  return {
    signUp,
    add,
    admit,
    membersOf,
    dismiss(person) {
      gone.push({ person, at: ledger.now() });
    },
    chooseToErase(list) {
      for (let tries = 0; tries < ERASE_TRIES; tries++) {
        const person = random.pick(membersOf(list));
        if (person?.erased === 'no' && person.place && person.unsettled === 0) {
          person.erased = 'asked';
          return person;
        }
      }
      return undefined;
    },
  };
}
