import type { KeyObject } from 'node:crypto';
import { closeEnvelope, openEnvelope } from './envelope.ts';
import { SealError, type Sealer } from './sealer.ts';

/** Format byte of this sealer; the KMS sealer uses 1. */
const FORMAT = 2;
const HEADER = Buffer.of(FORMAT);

/** {@link Sealer} with one key for everything, for the local run without KMS. */
export const createKeySealer = (key: KeyObject): Sealer => ({
  seal: async (secret, context) => closeEnvelope(key, HEADER, secret, context),

  async open(sealed, context) {
    if (sealed[0] !== FORMAT) throw new SealError(context, 'it was not sealed with a key of this machine');
    return openEnvelope(key, HEADER.length, sealed, context);
  },
});
