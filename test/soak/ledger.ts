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
  readonly exchanges: Exchange[];
  readonly outages: Outage[];
  readonly detachments: Detachment[];
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
    exchanges: [],
    outages: [],
    detachments: [],
    shed: 0,
    surprises: [],
    now: () => performance.now() - startedAt,
  };
}

/** Everyone who ever signed up, in the order of those who had the same address. */
export const everyone = ({ people, left }: Ledger): Person[] => [...left, ...people.values()];

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
  };
}
