import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createAssetStore } from '../../adapters/postgres/assets/asset-store.ts';
import { createImagePurgeStore } from '../../adapters/postgres/assets/image-purge-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { type ImagePurgeStore, purgeImagesJob } from '../../core/assets/purge-images.ts';
import { runOutbox } from '../../core/outbox/run-outbox.ts';
import { eventually } from '../support/eventually.ts';
import { verifies } from '../support/verifies.ts';
import { shareEngine } from './engine-fixture.ts';

const RECORD = { type: 'png', width: 1, height: 1, size: 70 } as const;

describe('images of deleted accounts', () => {
  const engine = shareEngine();
  let purge: ImagePurgeStore;
  let assets: ReturnType<typeof createAssetStore>;
  let accounts: ReturnType<typeof createAccountStore>;
  beforeAll(async () => {
    purge = createImagePurgeStore(engine.pool);
    assets = createAssetStore(engine.pool);
    accounts = createAccountStore(engine.pool);
  });
  beforeEach(() => engine.pool.query('TRUNCATE image_purges, outbox, assets CASCADE'));

  async function accountWith(...hashes: Buffer[]): Promise<string> {
    const id = randomUUID();
    await engine.pool.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [id, `${id}@x.test`]);
    for (const hash of hashes) await assets.add(id, hash, RECORD, RECORD.size * 100);
    return id;
  }

  /** Runs the queued jobs. @returns the files that were removed */
  async function purgeAll(limit = 10): Promise<string[]> {
    const removed: string[] = [];
    while ((await purge.purgeBatch(limit, async names => removed.push(...names.map(nameOf)) as never)) > 0);
    return removed;
  }
  const nameOf = ({ hash }: { hash: Buffer }): string => hash.toString('hex');
  const queued = async () => (await engine.pool.query('SELECT hash FROM image_purges')).rows.map(nameOf);

  it(`are removed with the last account that uses them, and not before${verifies('assets.purged-with-account')}`, async () => {
    const [own, shared] = [randomBytes(32), randomBytes(32)];
    const first = await accountWith(own, shared);
    const second = await accountWith(shared);
    await accounts.deleteAccount(first);
    expect(await purgeAll()).toEqual([nameOf({ hash: own })]);
    expect(await assets.find(own)).toBeNull();
    expect(await assets.find(shared)).toMatchObject(RECORD);
    await accounts.deleteAccount(second);
    expect(await purgeAll()).toEqual([nameOf({ hash: shared })]);
    expect(await queued()).toEqual([]);
  });

  it('need no job when an account has none', async () => {
    await accounts.deleteAccount(await accountWith());
    expect((await engine.pool.query('SELECT FROM outbox')).rowCount).toBe(0);
  });

  it('are removed a bounded number at a time', async () => {
    const hashes = Array.from({ length: 25 }, () => randomBytes(32));
    await accounts.deleteAccount(await accountWith(...hashes));
    const batches: number[] = [];
    const remove = async (names: readonly unknown[]) => {
      batches.push(names.length);
    };
    while ((await purge.purgeBatch(10, remove)) > 0);
    expect(batches).toEqual([10, 10, 5]);
  });

  it('are retried by the worker while S3 fails, and removed once it is back', async () => {
    const hash = randomBytes(32);
    await accounts.deleteAccount(await accountWith(hash));
    const outbox = createOutboxStore(engine.pool);
    const removed: string[] = [];
    const failures: unknown[] = [];
    let away = true;
    const run = () =>
      runOutbox({
        outbox,
        jobs: [
          purgeImagesJob.start({
            images: purge,
            imageFiles: {
              async remove(names) {
                if (away) throw new Error('S3 is unavailable');
                removed.push(...names.map(nameOf));
              },
            },
          }),
        ],
        remainingMs: () => 60_000,
        onFailure: (_job, error, fate) => failures.push([(error as Error).message, fate]),
      });
    await run();
    await engine.pool.query('UPDATE outbox SET available_at = now()');
    await run();
    expect(failures).toEqual([
      ['S3 is unavailable', 'retried'],
      ['S3 is unavailable', 'retried'],
    ]);
    // As before, the image still exists and can be read.
    expect(await queued()).toEqual([nameOf({ hash })]);
    expect(await assets.find(hash)).toMatchObject(RECORD);
    away = false;
    await engine.pool.query('UPDATE outbox SET available_at = now()');
    expect(await run()).toMatchObject({ done: 1 });
    expect(removed).toEqual([nameOf({ hash })]);
    expect((await engine.pool.query('SELECT FROM outbox')).rowCount).toBe(0);
  });

  it('are stored again when someone uploads them during their removal', async () => {
    const hash = randomBytes(32);
    await accounts.deleteAccount(await accountWith(hash));
    const other = await accountWith();
    const order: string[] = [];
    let adding: Promise<unknown> | undefined;
    await purge.purgeBatch(10, async () => {
      adding = assets.add(other, hash, RECORD, RECORD.size * 100).then(() => order.push('added'));
      // It waits on the image's row until the image is removed.
      await eventually(async () => {
        const { rows } = await engine.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      order.push('removed');
    });
    await adding;
    expect(order).toEqual(['removed', 'added']);
    expect(await assets.find(hash)).toMatchObject(RECORD);
    expect(await purgeAll()).toEqual([]);
  });

  it('are kept when an upload of the same image started before', async () => {
    const hash = randomBytes(32);
    await accounts.deleteAccount(await accountWith(hash));
    const other = await accountWith();
    const upload = await engine.pool.connect();
    await upload.query('BEGIN');
    await upload.query('INSERT INTO asset_uploads (account_id, hash) VALUES ($1, $2)', [other, hash]);
    const removed: unknown[] = [];
    const purging = purge.purgeBatch(10, async names => {
      removed.push(names);
    });
    const failed = expect(purging).rejects.toMatchObject({ code: '23503' });
    await eventually(async () => {
      const { rows } = await engine.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await upload.query('COMMIT');
    upload.release();
    await failed;
    expect(removed).toEqual([]);
    expect(await purgeAll()).toEqual([]);
    expect(await assets.find(hash)).toMatchObject(RECORD);
  });
});
