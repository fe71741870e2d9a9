import type { Storage } from '../../../core/entries/entry-store.ts';
import type { DeliveryContent, DeliveryRecord } from '../../../core/webhooks/delivery-log-store.ts';
import type { Friend } from '../../../core/webhooks/event.ts';
import type { DeliveryType, WebhookFormat } from '../../../core/webhooks/schemas.ts';
import { fromStored, pendingChange, type StoredEntry } from '../entries/entry-page.ts';

/** The columns of a delivery d. */
export const DELIVERY = `d.id, d.type, d.state, d.attempts, d.response_status AS "responseStatus",
  d.error, d.response_body AS "responseBody", d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt"`;

/** The columns of deliveries d with what their bodies are made of. */
export const CONTENT = `${DELIVERY}, h.url, h.format, w.id AS "waitlistId", w.slug, w.name AS "waitlistName", d.replays, d.entry_id AS "erasedId",
  CASE WHEN q.id IS NOT NULL THEN json_build_object(
    'id', q.id, 'email', q.email, 'name', q.name, 'position', d.position, 'referralCode', q.referral_code,
    'referralCount', d.referral_count, 'referredBy', q.referred_by, 'status', d.status, 'answers', q.answers, 'consents', q.consents, 'source', q.source,
    'language', q.language, 'change', CASE WHEN q.email IS NULL THEN ${pendingChange('w.database_id')} END, 'createdAt', q.created_at) END AS entry,
  CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'email', f.email, 'name', f.name) END AS friend,
  (SELECT json_build_object('waitlistId', w.id, 'accountId', w.account_id, 'attachmentId', a.id, 'dbType', a.db_type,
                            'tableName', a.table_name, 'connection', encode(a.connection, 'base64'))
   FROM database_attachments a WHERE a.id = w.database_id AND (q.id IS NOT NULL AND q.email IS NULL OR f.id IS NOT NULL AND f.email IS NULL)) AS storage`;

/** The tables of these columns that are joined to deliveries d. */
export const CONTENT_TABLES = `JOIN webhooks h ON h.id = d.webhook_id JOIN waitlists w ON w.id = h.waitlist_id
  LEFT JOIN LATERAL (
    SELECT * FROM queue WHERE queue.waitlist_id = d.waitlist_id AND queue.seq = d.seq LIMIT 1
  ) q ON true
  LEFT JOIN LATERAL (
    SELECT queue.id, queue.email, queue.name FROM queue
    WHERE queue.waitlist_id = d.waitlist_id AND queue.seq = d.friend_seq
      AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = d.waitlist_id AND x.seq = d.friend_seq)
    LIMIT 1
  ) f ON true`;

type EventEntry = Omit<StoredEntry, 'createdAt'> & { readonly createdAt: string };

/** A row of {@link CONTENT}. */
export interface ContentRow extends DeliveryRecord {
  readonly type: DeliveryType;
  readonly url: string;
  readonly waitlistId: string;
  readonly slug: string;
  readonly waitlistName: string;
  readonly format: WebhookFormat;
  readonly replays: number;
  readonly erasedId: string | null;
  readonly entry: EventEntry | null;
  readonly friend: Friend | null;
  readonly storage: (Omit<Storage, 'connection'> & { readonly connection: string }) | null;
}

export function toContent({
  url,
  waitlistId,
  slug,
  waitlistName,
  format,
  replays,
  erasedId,
  entry,
  friend,
  storage,
  ...delivery
}: ContentRow): DeliveryContent {
  const { id, type, createdAt } = delivery;
  return {
    url,
    delivery,
    replays,
    event: {
      id,
      type,
      format,
      waitlist: { id: waitlistId, slug },
      waitlistName,
      entry: entry && fromStored({ ...entry, createdAt: new Date(entry.createdAt) }),
      friend,
      erasedId,
      createdAt,
    },
    storage: storage && { ...storage, connection: Buffer.from(storage.connection, 'base64') },
  };
}
