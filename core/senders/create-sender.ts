import * as z from 'zod';
import { requireCapability } from '../account/require-capability.ts';
import { toDomainName } from '../domains/domain-name.ts';
import { FIRST_LOOK_SECONDS } from '../domains/domain-store.ts';
import { normalizeEmail } from '../identity/email-digest.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import { type CallerContext, type Creating, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Sender, SenderEmail, SenderName } from './schemas.ts';
import { toSender } from './sender.ts';
import { FOREIGN } from './sender-identities.ts';
import { SENDERS_MAX, type SenderRow, type SenderServices } from './sender-store.ts';

type Context = Creating<CallerContext<SenderServices>>;

const refused = (message: string, resolution: string): ApiError =>
  new ApiError('domain_registration_failed', message, { resolution });

export const createSender = defineOperation({
  name: 'create_sender',
  group: 'domains',
  title: 'Add a sender',
  summary: 'Add a sender, and get the DNS records to create',
  description: `Adds an address of yours that mail to your waitlists can come from, and returns the DNS records to create. Once they exist, poll get_sender until the state is active, and set senderId of your waitlists. The same email again changes the name, checks right away, and starts over if it had failed. An account has at most ${SENDERS_MAX} senders.`,
  method: 'POST',
  path: '/api/v1/senders',
  scope: 'domains:write',
  effect: { ...EFFECT.create, openWorld: true },
  status: 201,
  errors: ['capability_required', 'domain_registration_failed', 'limit_reached'],
  example: { email: 'hello@example.com', name: 'Rocket Bikes' },
  input: () => z.object({ email: SenderEmail(), name: SenderName() }),
  output: () => z.object({ sender: Sender() }),
  namesPeople: true,
  location: ({ sender }) => `/api/v1/senders/${sender.id}`,
  async run(context: Context, { email, name }) {
    const { caller, services, site, creationId } = context;
    const [local, host = ''] = normalizeEmail(email).split('@');
    const domain = domainOf(context, host);
    requireCapability(caller, site, 'customDomain');
    const sender = { email: `${local}@${domain}`, name, domain };
    const saved = await services.senders.save(caller.account.id, creationId, sender);
    if (saved === 'limit_reached') {
      throw new ApiError('limit_reached', `An account has at most ${SENDERS_MAX} senders`, {
        resolution: 'Delete a sender first.',
      });
    }
    if (saved === 'held') {
      throw refused(
        `${domain} belongs to another account`,
        'A domain that was active for another account is available 7 days later.',
      );
    }
    const row = await withIdentity(services, saved);
    if (row === null) {
      if (saved.id === creationId) await services.senders.remove(caller.account.id, saved.id);
      throw refused(FOREIGN, 'Use an address on another domain.');
    }
    await services.wakeAfter(FIRST_LOOK_SECONDS);
    return { sender: toSender(row, services.region) };
  },
});

/** The domain of an address. @throws {ValidationError} unless it may be claimed */
function domainOf({ services, site }: Context, host: string): string {
  try {
    return toDomainName(host, 'email', { ...services, site });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [problem] = error.details;
    throw ValidationError.at('email', `needs another domain: it ${problem?.message}`);
  }
}

/**
 * The sender with its DKIM records, if the mail service can make them now. The worker does it otherwise. Null: its domain is
 * somebody else's there.
 */
async function withIdentity(services: SenderServices, row: SenderRow): Promise<SenderRow | null> {
  const { senders, identities, onUnclaimed } = services;
  if (row.details.dkim) return row;
  try {
    const identity = await identities.claim(row.domain);
    if (identity === null) return null;
    const { tokens, zone } = identity;
    await senders.learn(row.claimId, { tokens, zone });
    return { ...row, details: { ...row.details, dkim: { tokens, zone } } };
  } catch (error) {
    onUnclaimed(error);
    return row;
  }
}
