import type { DeliveryType, EventType } from '../../../core/webhooks/schemas.ts';

/** Events in plain words. */
export const EVENTS: Readonly<Record<EventType, string>> = {
  'entry.joined': 'Someone joins',
  'entry.referred': 'A referral counts',
  'entry.invited': 'Someone is invited',
  'entry.accepted': 'Someone accepts',
  'entry.updated': 'Someone’s name or answers change',
  'entry.erased': 'Someone is erased',
};

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

export const DELIVERIES: Readonly<Record<DeliveryType, string>> = { ...EVENTS, 'webhook.test': 'Test event' };

/** "All events", or their names: "Someone joins, a referral counts". */
export const describeEvents = (events: readonly EventType[]): string =>
  events.length === EVENT_TYPES.length
    ? 'All events'
    : events
        .map((type, n) =>
          n === 0 ? EVENTS[type] : EVENTS[type].charAt(0).toLowerCase() + EVENTS[type].slice(1),
        )
        .join(', ');
