import type { Sealer } from './sealer.ts';

const MAX_REMEMBERED = 500;

/**
 * Opens each sealed secret once and remembers it, because opening is a call of KMS and a busy page needs its secret at
 * every signup. A secret that is replaced is sealed anew, so what is remembered is never out of date. Failures are not
 * remembered; of the secrets, the latest few hundred are.
 */
export function cacheOpenedSecrets({ open }: Pick<Sealer, 'open'>): Pick<Sealer, 'open'> {
  const opened = new Map<string, Promise<string>>();
  return {
    open(sealed, context) {
      const key = `${context.purpose}\n${context.waitlistId}\n${sealed.toString('base64')}`;
      const known = opened.get(key);
      if (known) return known;
      const secret = open(sealed, context);
      opened.set(key, secret);
      secret.catch(() => opened.delete(key));
      const oldest = opened.keys().next();
      if (opened.size > MAX_REMEMBERED && !oldest.done) opened.delete(oldest.value);
      return secret;
    },
  };
}
