import type pg from 'pg';

/** What servers of one database agree on when they start. */
export interface DeploymentStore {
  /** Holds off every other server that starts, until the transaction ends. */
  lock(): Promise<void>;
  /** Of the key with which emails and addresses are digested here; `null` before the first server started. */
  digestKeyFingerprint(): Promise<Buffer | null>;
  /** @param fingerprint - 32 bytes */
  keepDigestKeyFingerprint(fingerprint: Buffer): Promise<void>;
}

/** {@link DeploymentStore} on Postgres, in the transaction of a client. */
export function createDeploymentStore(client: pg.ClientBase): DeploymentStore {
  return {
    async lock() {
      await client.query('LOCK TABLE deployment IN SHARE ROW EXCLUSIVE MODE');
    },

    async digestKeyFingerprint() {
      const { rows } = await client.query<{ fingerprint: Buffer }>(
        'SELECT digest_key_fingerprint AS fingerprint FROM deployment',
      );
      return rows[0]?.fingerprint ?? null;
    },

    async keepDigestKeyFingerprint(fingerprint) {
      await client.query('INSERT INTO deployment (digest_key_fingerprint) VALUES ($1)', [fingerprint]);
    },
  };
}
