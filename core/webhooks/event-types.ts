import * as z from 'zod';
import type { DescribedEvent } from '../api-description/events.ts';
import { Entry } from '../entries/schemas.ts';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';
import { DELIVERY_TYPES, type DeliveryType } from './schemas.ts';

const EventWaitlist = () => z.object({ id: Uuid, slug: z.string() });

/** The data of an event that tells of someone on the list. */
const aboutEntry = () => z.object({ waitlist: EventWaitlist(), entry: Entry() });

/** The data of each event: what is sent, and what the API description says of it. */
const EVENT_DATA = {
  'entry.joined': aboutEntry,
  'entry.referred': () =>
    aboutEntry().extend({
      friend: z
        .object({ id: Uuid, email: z.string().meta({ format: 'email' }), name: z.string().nullable() })
        .nullable()
        .meta({ description: 'Who joined; null once they were erased' }),
    }),
  'entry.invited': aboutEntry,
  'entry.accepted': aboutEntry,
  'entry.updated': aboutEntry,
  'entry.erased': () => z.object({ waitlist: EventWaitlist(), entry: z.object({ id: Uuid }) }),
  'webhook.test': () => z.object({ waitlist: EventWaitlist() }),
} as const satisfies Record<DeliveryType, () => z.ZodObject>;

/** The data of each type of event. */
export type EventData = {
  [Type in DeliveryType]: z.output<ReturnType<(typeof EVENT_DATA)[Type]>>;
};

const WAITLIST = { id: 'b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90', slug: 'rocket-bikes' };

const ENTRY: Entry = {
  id: '7c1f2a9e-5b0d-4e57-9b1c-2d6f0a3e8c44',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  position: 7,
  referralCode: 'k7x4hjddem',
  referralCount: 0,
  referredBy: null,
  status: 'waiting',
  answers: { company_size: '11-50' },
  source: { utmSource: 'newsletter', utmMedium: null, utmCampaign: null, referrerHost: null },
  language: 'en',
  createdAt: '2026-11-02T09:30:00.000Z',
};

const about = (changes: Partial<Entry> = {}) => ({ waitlist: WAITLIST, entry: { ...ENTRY, ...changes } });

interface EventWords<Type extends DeliveryType> {
  readonly summary: string;
  readonly description: string;
  readonly example: EventData[Type];
}

/** What each event is about, with an example. */
const EVENT_WORDS: { readonly [Type in DeliveryType]: EventWords<Type> } = {
  'entry.joined': {
    summary: 'Someone joined',
    description: 'Sent for each new signup, also for people whom you add.',
    example: about(),
  },
  'entry.referred': {
    summary: 'A referral was credited',
    description: 'About the referrer, with the place after the credit; friend is who joined.',
    example: {
      ...about({ position: 4, referralCount: 1 }),
      friend: {
        id: '0d9e6c52-41f7-4b8a-8a53-6f1f2f0b7c11',
        email: 'grace@example.com',
        name: 'Grace Hopper',
      },
    },
  },
  'entry.invited': {
    summary: 'Someone was invited',
    description: 'Sent for each person of a batch of invitations.',
    example: about({ status: 'invited' }),
  },
  'entry.accepted': {
    summary: 'An invitation was redeemed',
    description: 'Sent once your backend redeems the code of the person.',
    example: about({ status: 'accepted' }),
  },
  'entry.updated': {
    summary: 'A signup changed',
    description: 'Sent when a signup is changed over the API, or the person answers more questions.',
    example: about({ name: 'Ada King' }),
  },
  'entry.erased': {
    summary: 'Someone left or was erased',
    description: 'Has only the id of the entry: erase your copy of the person too.',
    example: { waitlist: WAITLIST, entry: { id: ENTRY.id } },
  },
  'webhook.test': {
    summary: 'A test',
    description: 'Sent when you test a webhook. Names the waitlist, and nobody on it.',
    example: { waitlist: WAITLIST },
  },
};

/** `EntryJoinedEvent`. */
const componentName = (type: DeliveryType): string =>
  `${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** Every event, for the API description. */
export const describedEvents = (): DescribedEvent[] =>
  DELIVERY_TYPES.map(type => {
    const { example: data, ...words } = EVENT_WORDS[type];
    return {
      type,
      ...words,
      body: component(componentName(type), {
        type: z.literal(type),
        timestamp: DateTime.meta({ description: 'When it happened' }),
        data: EVENT_DATA[type](),
      }),
      example: { type, timestamp: '2026-11-02T09:30:00.000Z', data },
    };
  });
