import type { Answer, Send } from './client.ts';
import { type Batch, type Ledger, type Moment, noteOf, type Person } from './ledger.ts';
import { createListReader } from './list-reads.ts';
import type { SoakList } from './lists.ts';
import { isDetached } from './outages.ts';
import type { Random } from './random.ts';
import type { Crowd } from './signups.ts';

/** Requests of owners, their agents, and visitors who only look. */
export interface Visits {
  /** Any of them. */
  visit(): Promise<void>;
  /** Lets the next people of a list in. */
  invite(list: SoakList): Promise<void>;
}

interface VisitOptions {
  readonly send: Send;
  readonly ledger: Ledger;
  readonly crowd: Crowd;
  readonly lists: readonly SoakList[];
  readonly random: Random;
}

const TOOLS = ['list_entries', 'get_waitlist', 'list_waitlists'] as const;
/** How often each kind of visit comes, out of the sum. */
const WEIGHTS = {
  read: 5,
  list: 3,
  agent: 5,
  edit: 3,
  door: 1,
  add: 2,
  announcement: 1,
  note: 3,
  erasure: 5,
  export: 1,
  invite: 4,
  withdrawal: 1,
} as const;

/** The part of erasures that people ask for themselves, with the link in their email. */
const LEAVING = 0.5;
/** The most announcements of a list. */
const MOST_ANNOUNCED = 3;
/** The most people that are invited at once. */
const MOST_INVITED = 5;

/** The emails of an export. Nothing in it is quoted: names and addresses of the load have no commas. */
const emailsIn = (csv: string): string[] => {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  const column = header.split(',').indexOf('email');
  return lines.map(line => line.split(',')[column] ?? '');
};

export function createVisits({ send, ledger, crowd, lists, random }: VisitOptions): Visits {
  /** People whose erasure was asked for, and not acknowledged. */
  const unanswered: Person[] = [];
  /** People whose owner noted something about them, and no answer came. Nobody erases them meanwhile. */
  const unnoted: Person[] = [];
  /** Batches whose withdrawal was not acknowledged. */
  const open: Batch[] = [];
  let isTurning = false;
  let edits = 0;

  async function read(list: SoakList): Promise<void> {
    const path = random.pick([
      `/w/${list.slug}`,
      `/api/v1/waitlists/${list.slug}`,
      `/api/v1/waitlists/${list.slug}/entries?limit=100`,
      `/api/v1/waitlists/${list.slug}/entries?limit=20&offset=200`,
      `/api/v1/waitlists/${list.slug}/invitations`,
    ]) as string;
    await send({ kind: 'read', list, path, ...(path.startsWith('/api') && { as: 'key' }) });
  }

  async function useTool(list: SoakList): Promise<void> {
    const name = random.pick(TOOLS) as string;
    const params = { name, arguments: name === 'list_waitlists' ? {} : { id: list.slug } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await send({ kind: 'agent', list, method: 'POST', path: '/api/mcp/mcp', as: 'key', body });
  }

  async function edit(list: SoakList): Promise<void> {
    const body = { name: `Edit ${++edits}`, referralMessage: `Message ${edits}` };
    await send({
      kind: 'edit',
      list,
      method: 'PATCH',
      path: `/api/v1/waitlists/${list.slug}`,
      as: 'key',
      body,
    });
  }

  /** Closes a list, or opens the one that is closed. One request at a time: which came last would not be known. */
  async function turnDoor(choice: SoakList): Promise<void> {
    if (isTurning) return;
    isTurning = true;
    const closed = ledger.closings.find(({ to }) => to === Infinity);
    const closing = closed ?? { list: choice.slug, from: ledger.now(), to: Infinity, isSure: false };
    const list = lists.find(({ slug }) => slug === closing.list) as SoakList;
    if (!closed) ledger.closings.push(closing);
    closing.isSure = false;
    const answer = await send({
      kind: 'edit',
      list,
      method: 'PATCH',
      path: `/api/v1/waitlists/${list.slug}`,
      as: 'key',
      body: { closesAt: closed ? null : new Date().toISOString() },
    });
    isTurning = false;
    if (answer?.status !== 200) return;
    if (closed) closing.to = ledger.now();
    else closing.isSure = true;
  }

  /** Whether people may have been hidden since then, because their owner's database was detached. */
  const isAway = ({ slug }: SoakList, from: Moment): boolean =>
    isDetached(ledger.detachments, slug, from, ledger.now());

  /** Finds the person by their address. @returns whether the list said who it is */
  async function find(list: SoakList, person: Person, isRetry: boolean): Promise<boolean> {
    const path = `/api/v1/waitlists/${list.slug}/entries?email=${encodeURIComponent(person.email)}`;
    const from = ledger.now();
    const found = await send({ kind: 'erasure', list, path, as: 'person' });
    if (found?.status !== 200 || isAway(list, from)) return false;
    const [entry] = found.body.entries;
    if (entry) person.entryId = entry.id;
    // The first request may have done it.
    else if (isRetry && person.entryId) person.erased = 'acknowledged';
    else ledger.surprises.push(`${person.email} signed up, and the list does not find them`);
    return entry !== undefined;
  }

  /** By the owner, or by the person. */
  function askToErase(list: SoakList, { place, entryId }: Person): Promise<Answer | null> {
    const { stopUrl } = ledger.mail.get(place?.code ?? '') ?? {};
    if (stopUrl && random.fraction() < LEAVING)
      return send({ kind: 'leave', list, method: 'POST', path: stopUrl, form: { leave: 'yes' } });
    const path = `/api/v1/waitlists/${list.slug}/entries/${entryId}`;
    return send({ kind: 'erasure', list, method: 'DELETE', path, as: 'person' });
  }

  async function erase(choice: SoakList): Promise<void> {
    const waiting = unanswered.shift();
    const person = waiting ?? crowd.chooseToErase(choice);
    const list = lists.find(({ slug }) => slug === person?.list);
    if (!person || !list) return;
    const isRetry = waiting !== undefined;
    if (await find(list, person, isRetry)) {
      const answer = await askToErase(list, person);
      if (answer?.status === 200) person.erased = 'acknowledged';
    }
    if (person.erased === 'acknowledged') crowd.dismiss(person);
    else unanswered.push(person);
  }

  /** The owner writes down an answer of someone. */
  async function note(choice: SoakList): Promise<void> {
    const waiting = unnoted.shift();
    const person = waiting ?? random.pick(crowd.membersOf(choice));
    const list = lists.find(({ slug }) => slug === person?.list);
    if (!person || !list || person.erased !== 'no' || person.noted === 'acknowledged') return;
    if (!waiting) person.unsettled++;
    if (await writeNote(list, person)) person.unsettled--;
    else unnoted.push(person);
  }

  /** @returns whether it is settled: it was written, or nobody is there now to write about */
  async function writeNote(list: SoakList, person: Person): Promise<boolean> {
    const entries = `/api/v1/waitlists/${list.slug}/entries`;
    const path = `${entries}?email=${encodeURIComponent(person.email)}`;
    const found = await send({ kind: 'note', list, path, as: 'key' });
    if (found?.status !== 200) return false;
    const [entry] = found.body.entries;
    if (!entry) return true;
    person.noted = 'asked';
    const answer = await send({
      kind: 'note',
      list,
      method: 'PATCH',
      path: `${entries}/${entry.id}`,
      as: 'key',
      body: { answers: { note: noteOf(person.email) } },
    });
    if (answer?.status === 200) person.noted = 'acknowledged';
    return answer?.status === 200;
  }

  /** The owner writes to everybody, a few times. Never sent again: nobody knows whether an unanswered request did it. */
  async function announce(list: SoakList): Promise<void> {
    if (ledger.announced.filter(each => each.list === list.slug).length === MOST_ANNOUNCED) return;
    const announced = {
      list: list.slug,
      subject: `News ${ledger.announced.length} of ${list.slug}`,
      isStarted: false,
    };
    ledger.announced.push(announced);
    const path = `/api/v1/waitlists/${list.slug}/announcements`;
    const body = {
      subject: announced.subject,
      body: 'Hi {{name}}, you are {{position}}, and {{ahead}} are ahead.',
    };
    const made = await send({ kind: 'announce', list, method: 'POST', path, as: 'key', body });
    if (made?.status !== 201) return;
    const start = `${path}/${made.body.announcement.id}/send`;
    const answer = await send({ kind: 'announce', list, method: 'POST', path: start, as: 'key', body: {} });
    announced.isStarted = answer?.status === 202;
  }

  /** A file that arrives whole holds everyone who had signed up before, once. */
  async function exportAll(list: SoakList): Promise<void> {
    const before = [...crowd.membersOf(list)];
    const from = ledger.now();
    const asked = await send({
      kind: 'export',
      list,
      method: 'POST',
      path: `/api/v1/waitlists/${list.slug}/exports`,
      as: 'person',
      body: {},
    });
    if (asked?.status !== 201) return;
    const answer = await send({ kind: 'export', list, path: new URL(asked.body.export.url).pathname });
    if (answer?.status !== 200) return;
    const emails = emailsIn(answer.text);
    const exported = new Set(emails);
    if (exported.size !== emails.length) ledger.surprises.push(`an export of ${list.slug} repeats someone`);
    if (isAway(list, from)) return;
    const missing = before.filter(({ email, erased }) => erased === 'no' && !exported.has(email));
    if (missing.length > 0)
      ledger.surprises.push(`an export of ${list.slug} lacks ${missing.length} of ${before.length} people`);
  }

  /** Never sent again: nobody knows whether an unanswered request invited people. */
  async function invite(list: SoakList): Promise<void> {
    const batch: Batch = { list: list.slug, made: null, withdrawn: 'no' };
    ledger.batches.push(batch);
    const path = `/api/v1/waitlists/${list.slug}/invitations`;
    const body = { count: 1 + random.below(MOST_INVITED) };
    const answer = await send({ kind: 'invite', list, method: 'POST', path, as: 'key', body });
    if (answer?.status === 201) batch.made = answer.body.batch;
  }

  async function withdraw(choice: SoakList): Promise<void> {
    const known = ledger.batches.filter(
      one => one.list === choice.slug && one.made && one.withdrawn === 'no',
    );
    const batch = open.shift() ?? random.pick(known);
    const list = lists.find(({ slug }) => slug === batch?.list);
    if (!batch || !list) return;
    batch.withdrawn = 'asked';
    const path = `/api/v1/waitlists/${list.slug}/invitations/${batch.made?.id}`;
    const answer = await send({ kind: 'invite', list, method: 'DELETE', path, as: 'key' });
    if (answer?.status === 200) batch.withdrawn = 'acknowledged';
    else open.push(batch);
  }

  const visits = {
    read,
    list: createListReader(send, ledger, random),
    agent: useTool,
    edit,
    door: turnDoor,
    add: crowd.add,
    announcement: announce,
    note,
    erasure: erase,
    export: exportAll,
    invite,
    withdrawal: withdraw,
  };
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as keyof typeof WEIGHTS),
  );
  return {
    visit: () => visits[random.pick(kinds) ?? 'read'](random.pick(lists) as SoakList),
    invite,
  };
}
