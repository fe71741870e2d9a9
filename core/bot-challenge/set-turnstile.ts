import { requireCapability } from '../account/require-capability.ts';
import { ValidationError } from '../kernel/errors.ts';
import { type CallerContext, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { isDummyKey } from './dummy-keys.ts';
import { SetTurnstileInput, TurnstileStatus } from './schemas.ts';
import { toTurnstileStatus } from './turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

function refuseDummyKeys(keys: Readonly<Record<string, string | null | undefined>>): void {
  const dummies = Object.entries(keys).filter(([, key]) => key && isDummyKey(key));
  if (dummies.length === 0) return;
  const message = 'is a test key that Cloudflare publishes: use the key of your own widget at Cloudflare';
  throw new ValidationError(dummies.map(([path]) => ({ path, message })));
}

export const setTurnstile = defineWaitlistOperation({
  name: 'set_turnstile',
  group: 'turnstile',
  title: 'Set bot-challenge keys',
  summary: "Set or clear a waitlist's own bot-challenge keys",
  description:
    "Gives the waitlist its own Turnstile keys. The widget's hostnames at Cloudflare must include the page's host. An omitted field stays unchanged and null clears only that field, so you can rotate the secret without resending the site key. The keys take effect once both are set. The secret is never returned. Setting a key needs a plan with custom domains.",
  method: 'PUT',
  path: '/api/v1/waitlists/{id}/turnstile',
  scope: 'domains:write',
  effect: EFFECT.update,
  exampleAnswer: { mode: 'custom' },
  errors: ['capability_required'],
  example: { siteKey: '1x00000000000000000000AA', secretKey: '1x0000000000000000000000000000000AA' },
  input: SetTurnstileInput,
  output: TurnstileStatus,
  check({ services }: CallerContext<TurnstileServices>, { siteKey, secretKey }) {
    // The site key is public: every page contains it.
    if (siteKey && siteKey === secretKey)
      throw ValidationError.at('secretKey', 'must be the secret key, not the site key');
    if (!services.allowDummyKeys) refuseDummyKeys({ siteKey, secretKey });
  },
  async run(context: WaitlistContext<TurnstileServices>, { siteKey, secretKey }) {
    const { caller, waitlist, services, site } = context;
    if (siteKey || secretKey) requireCapability(caller, site, 'customDomain');

    const waitlistId = waitlist.id;
    const secret = secretKey && (await services.sealer.seal(secretKey, { waitlistId, purpose: 'turnstile' }));
    const changes = { siteKey, secret: secret || (secretKey === null ? null : undefined) };
    return toTurnstileStatus(
      await services.turnstile.change(caller.account.id, waitlistId, changes),
      services,
    );
  },
});
