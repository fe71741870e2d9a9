import type pg from 'pg';

/** Keys that all servers of a database must share. */
export type DeploymentKey = 'digest' | 'seal';

/** What the servers of a database have agreed on. */
export interface DeploymentStore {
  /** Makes other starting servers wait until the transaction ends. */
  lock(): Promise<void>;
  /** `null` until the first server has stored one. */
  keyFingerprint(key: DeploymentKey): Promise<Buffer | null>;
  /**
   * Store the digest key's first: it inserts the row.
   * @param fingerprint - 32 bytes
   */
  keepKeyFingerprint(key: DeploymentKey, fingerprint: Buffer): Promise<void>;
}

const READ = {
  digest: 'SELECT digest_key_fingerprint AS fingerprint FROM deployment',
  seal: 'SELECT seal_key_fingerprint AS fingerprint FROM deployment',
} as const;

const KEEP = {
  digest: 'INSERT INTO deployment (digest_key_fingerprint) VALUES ($1)',
  seal: 'UPDATE deployment SET seal_key_fingerprint = $1',
} as const;

/** {@link DeploymentStore} on Postgres, in the transaction of a client. */
export function createDeploymentStore(client: pg.ClientBase): DeploymentStore {
  return {
    async lock() {
      await client.query('LOCK TABLE deployment IN SHARE ROW EXCLUSIVE MODE');
    },

    async keyFingerprint(key) {
      const { rows } = await client.query<{ fingerprint: Buffer | null }>(READ[key]);
      return rows[0]?.fingerprint ?? null;
    },

    async keepKeyFingerprint(key, fingerprint) {
      const { rowCount } = await client.query(KEEP[key], [fingerprint]);
      if (rowCount !== 1) throw new Error(`The fingerprint of the ${key} key has no row`);
    },
  };
}
