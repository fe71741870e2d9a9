import type pg from 'pg';
import type { ErasedEntry } from '../../../core/customer-database/connector.ts';
import type { CopyStore, WaitingChange } from '../../../core/customer-database/copy-store.ts';

interface MovedRow {
  readonly block: number;
  readonly mark: number;
  readonly ids: string[];
  readonly positions: number[];
}

const MOVED = {
  name: 'moved-blocks',
  text: `SELECT m.block, m.mark, there.ids, there.positions
         FROM (SELECT * FROM moved_blocks WHERE waitlist_id = $1 ORDER BY block LIMIT $3) m
         CROSS JOIN LATERAL (
           SELECT coalesce(array_agg(e.id), '{}') AS ids,
                  coalesce(array_agg((m.block * 128 + s.place)::integer), '{}') AS positions
           FROM unnest(read_block(m.waitlist_id, m.block)) WITH ORDINALITY AS s (seq, place)
           CROSS JOIN LATERAL (
             SELECT e.id FROM entries e WHERE e.waitlist_id = m.waitlist_id AND e.seq = s.seq LIMIT 1
           ) e
           WHERE EXISTS (SELECT FROM delivered_ranges r
                         WHERE r.attachment_id = $2 AND s.seq BETWEEN r.first_seq AND r.last_seq)
         ) there ORDER BY m.block`,
};

/** Changes of entries that were copied before: their positions and answers, and who is erased. */
export const createFollowUps = (
  pool: pg.Pool,
): Pick<CopyStore, 'moved' | 'settled' | 'changes' | 'changed' | 'erasures' | 'erased'> => ({
  async moved(waitlistId, attachmentId, limit) {
    // One statement, so the mark and the order of a block are of one moment.
    const { rows } = await pool.query<MovedRow>({ ...MOVED, values: [waitlistId, attachmentId, limit] });
    return rows.map(({ block, mark, ids, positions }) => ({
      block,
      mark,
      places: ids.map((id, index) => ({ id, position: positions[index] as number })),
    }));
  },

  async settled(waitlistId, { attachmentId, version }, blocks) {
    await pool.query({
      name: 'settle-moved-blocks',
      text: 'SELECT settle_moved_blocks($1, $2, $3, $4, $5)',
      values: [
        waitlistId,
        attachmentId,
        version,
        blocks.map(({ block }) => block),
        blocks.map(({ mark }) => mark),
      ],
    });
  },

  async changes(waitlistId, attachmentId, limit) {
    const { rows } = await pool.query<WaitingChange>({
      name: 'pending-changes',
      text: `SELECT p.entry_id AS id, p.change, p.mark FROM pending_changes p
             JOIN entries e ON e.id = p.entry_id AND e.waitlist_id = $1
             WHERE p.attachment_id = $2 AND EXISTS (
               SELECT FROM delivered_ranges r WHERE r.attachment_id = $2 AND e.seq BETWEEN r.first_seq AND r.last_seq)
             ORDER BY p.entry_id LIMIT $3`,
      values: [waitlistId, attachmentId, limit],
    });
    return rows;
  },

  async changed(attachmentId, changes) {
    await pool.query({
      name: 'settle-changes',
      text: `DELETE FROM pending_changes p USING unnest($2::uuid[], $3::integer[]) AS sent (id, mark)
             WHERE p.attachment_id = $1 AND p.entry_id = sent.id AND p.mark = sent.mark`,
      values: [attachmentId, changes.map(({ id }) => id), changes.map(({ mark }) => mark)],
    });
  },

  async erasures(waitlistId, attachmentId, limit) {
    const { rows } = await pool.query<ErasedEntry>({
      name: 'pending-erasures',
      text: `SELECT p.entry_id AS id, p.referral_code AS "referralCode" FROM pending_erasures p
             JOIN database_attachments a ON a.id = p.attachment_id
             WHERE p.attachment_id = $2 AND a.waitlist_id = $1 ORDER BY p.entry_id LIMIT $3`,
      values: [waitlistId, attachmentId, limit],
    });
    return rows;
  },

  async erased(attachmentId, entries) {
    await pool.query({
      name: 'settle-erasures',
      text: 'DELETE FROM pending_erasures WHERE attachment_id = $1 AND entry_id = ANY ($2)',
      values: [attachmentId, entries.map(({ id }) => id)],
    });
  },
});
