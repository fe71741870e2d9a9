import type { Question } from '../../core/questions/question.ts';

/** Milliseconds since the load began. */
export type Moment = number;

export const KINDS = [
  'signup',
  'confirm',
  'invite',
  'redeem',
  'read',
  'edit',
  'erasure',
  'leave',
  'add',
  'note',
  'announce',
  'export',
  'agent',
  'database',
] as const;
export type Kind = (typeof KINDS)[number];

/** One request and its answer. */
export interface Exchange {
  readonly at: Moment;
  readonly ms: number;
  readonly kind: Kind;
  readonly list: string;
  /** Null: the connection broke, or nothing came within a minute. */
  readonly status: number | null;
  /** Of a body that is an error. */
  readonly code: string | null;
  /** Whether the answer said when to try again. */
  readonly hasRetryAfter: boolean;
}

/** What a fault breaks: the service itself, what it calls, or (a burst) nothing. */
export type Hit = 'service' | 'strangers' | 'nothing';

/** A time in which something was broken on purpose, from the blow until the service answered again. */
export interface Outage {
  readonly fault: string;
  readonly from: Moment;
  readonly to: Moment;
  readonly hits: Hit;
}

/** A time in which an owner's database was not attached. */
export interface Detachment {
  readonly list: string;
  readonly from: Moment;
  /** Infinity until it is attached again. */
  to: Moment;
}

/** A time in which a list may have been closed: since its owner asked for that, until opening it was answered. */
export interface Closing extends Detachment {
  /** It is closed: that was answered, and nobody has asked to open it. */
  isSure: boolean;
}

/** Someone who signs up to one waitlist. */
export interface Person {
  readonly list: string;
  readonly email: string;
  /** The address without a tag: several addresses can be of one mailbox, and one that left can join again. */
  readonly mailbox: string;
  readonly referrer: Person | null;
  /** Signups that were sent, and of those the ones that wait for a confirmation (202). */
  signups: number;
  pending: number;
  /** Whether a signup was acknowledged: as new (201), as on the list already (200), or by confirming it (303). */
  acknowledged: boolean;
  /** What the 201 said, or the place that a confirmation led to. */
  place: { readonly position: number; readonly code: string } | null;
  /** Their requests, and those of the people they referred, that are open or were never answered. */
  unsettled: number;
  entryId: string | null;
  erased: 'no' | 'asked' | 'acknowledged';
  /** Whether their owner wrote {@link noteOf} into an answer. */
  noted: 'no' | 'asked' | 'acknowledged';
}

/** A link that someone was mailed. */
export interface MailedLink {
  readonly kind: 'confirm' | 'invitation';
  readonly url: string;
  readonly person: Person;
  /** When SES accepted an email with it. */
  readonly sent: Moment[];
  /** `ended`: the invitation was withdrawn before. */
  followed: 'no' | 'asked' | 'acknowledged' | 'ended';
}

/** Confirmation emails that tell someone their place. */
export interface PlaceMail {
  readonly to: string;
  /** Where its reader stops email, and leaves. */
  readonly stopUrl: string;
  /** When SES accepted it. */
  readonly sent: Moment[];
}

/** Invitations that an owner asked for together. */
export interface Batch {
  readonly list: string;
  /** What the 201 said. Null: there was none, so nobody knows whether there is a batch. */
  made: { readonly id: string; readonly invited: number } | null;
  withdrawn: 'no' | 'asked' | 'acknowledged';
}

/** An email that an owner writes to a list. */
export interface Announced {
  readonly list: string;
  /** No other has it. */
  readonly subject: string;
  /** Whether starting it was acknowledged. */
  isStarted: boolean;
}

/** Everything that was asked, and what was answered. */
export interface Ledger {
  /** By address. */
  readonly people: Map<string, Person>;
  /** Those who left before someone joined with the same address. */
  readonly left: Person[];
  /** By referral code. */
  readonly mail: Map<string, PlaceMail>;
  /** By url. */
  readonly links: Map<string, MailedLink>;
  /** Links to follow next. */
  readonly inbox: MailedLink[];
  readonly batches: Batch[];
  readonly announced: Announced[];
  /** How often SES accepted an announcement for each address, by its subject. */
  readonly announcementMail: Map<string, Map<string, number>>;
  readonly exchanges: Exchange[];
  readonly outages: Outage[];
  readonly detachments: Detachment[];
  readonly closings: Closing[];
  /** Requests that were due but not sent, because too many were open. */
  shed: number;
  /** Wrong contents of answers. */
  readonly surprises: string[];
  /** The time since the load began. */
  now(): Moment;
}

export function openLedger(): Ledger {
  const startedAt = performance.now();
  return {
    people: new Map(),
    left: [],
    mail: new Map(),
    links: new Map(),
    inbox: [],
    batches: [],
    announced: [],
    announcementMail: new Map(),
    exchanges: [],
    outages: [],
    detachments: [],
    closings: [],
    shed: 0,
    surprises: [],
    now: () => performance.now() - startedAt,
  };
}

/** Everyone who ever signed up, in the order of those who had the same address. */
export const everyone = ({ people, left }: Ledger): Person[] => [...left, ...people.values()];

const ROLES = ['Founder', 'Developer', 'Designer'];

/** What each list asks. Owners answer the second one. */
export const QUESTIONS: readonly Question[] = [
  { key: 'role', label: 'Your role', type: 'choice', options: ROLES, required: false, ask: 'form' },
  { key: 'note', label: 'Note', type: 'text', required: false, ask: 'never' },
];

/** What the person with an address answers each time. One in four says nothing. */
export function roleOf(email: string): string | undefined {
  const sum = [...email].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return ROLES[sum % (ROLES.length + 1)];
}

/** What owners note about them. It ends with them, like their address. */
export const noteOf = (email: string): string => `met ${email}`;

export function newPerson(list: string, email: string, referrer: Person | null, mailbox = email): Person {
  return {
    list,
    email,
    mailbox,
    referrer,
    signups: 0,
    pending: 0,
    acknowledged: false,
    place: null,
    unsettled: 0,
    entryId: null,
    erased: 'no',
    noted: 'no',
  };
}
