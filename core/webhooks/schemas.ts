import * as z from 'zod';
import { component, DateTime, text, Uuid } from '../kernel/schemas.ts';

export const EVENT_TYPES = [
  'entry.joined',
  'entry.referred',
  'entry.invited',
  'entry.accepted',
  'entry.updated',
  'entry.erased',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The kinds of delivery: an event, or a test. */
export const DELIVERY_TYPES = [...EVENT_TYPES, 'webhook.test'] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export const WEBHOOK_STATES = ['active', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const DELIVERY_STATES = ['delivered', 'pending', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed: no answer in time, no such host, no connection, or an answer other than 2xx. */
export const DELIVERY_ERRORS = ['timeout', 'dns', 'tls', 'refused', 'status'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** What the receiver takes: events as JSON, or messages of a chat. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Per waitlist. */
export const WEBHOOKS_MAX = 10;

export const WebhookUrl = () =>
  text({ min: 1, max: 2000 }).meta({
    format: 'uri',
    description: 'https, on the public internet',
  });

export const Format = () => z.enum(WEBHOOK_FORMATS);

export const Events = () =>
  z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .refine(types => new Set(types).size === types.length, { error: 'must not repeat a type' })
    .meta({ uniqueItems: true });

export const Webhook = () =>
  component('Webhook', {
    id: Uuid,
    url: z.string(),
    events: z.array(z.enum(EVENT_TYPES)),
    format: Format(),
    state: z.enum(WEBHOOK_STATES).meta({ description: 'disabled by you, five days of failures, or a 410' }),
    failingSince: DateTime.nullable().meta({ description: 'The first failure since the last success' }),
    createdAt: DateTime,
  });
export type Webhook = z.output<ReturnType<typeof Webhook>>;

export const Secret = () => z.string().meta({ description: 'Verifies signatures; never shown again' });

export const WebhookDelivery = () =>
  component('WebhookDelivery', {
    id: Uuid.meta({ description: 'The webhook-id header' }),
    type: z.enum(DELIVERY_TYPES),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    responseStatus: z.int().nullable().meta({ description: 'Of the last attempt; null: no answer' }),
    error: z.enum(DELIVERY_ERRORS).nullable().meta({ description: 'Of the last attempt; status: not a 2xx' }),
    responseBody: z.string().nullable().meta({ description: 'The start of the last answer' }),
    nextAttemptAt: DateTime.nullable(),
    createdAt: DateTime,
  });
export type WebhookDelivery = z.output<ReturnType<typeof WebhookDelivery>>;
