import * as z from 'zod';
import { completeContacts } from '../entries/complete-contacts.ts';
import { ApiError } from '../kernel/errors.ts';
import { type CallerContext, type Creating, defineOperation, EFFECT } from '../kernel/operation.ts';
import { text, Uuid } from '../kernel/schemas.ts';
import { hashCode } from './invitation-code.ts';
import type { InvitationServices } from './services.ts';

/** Room for a whole link. */
const LONGEST_PASTED = 4_000;

export const redeemInvitation = defineOperation({
  name: 'redeem_invitation',
  group: 'entries',
  title: 'Redeem an invitation',
  summary: 'Redeem an invitation code',
  description:
    'Call it from your backend with the code in the link. Returns who it is, and marks them accepted. Sending the code again returns the same with alreadyRedeemed true. 410: the invitation expired or was withdrawn.',
  method: 'POST',
  path: '/api/v1/invitations/redeem',
  scope: 'invitations:write',
  effect: { ...EFFECT.update, destructive: false },
  namesPeople: true,
  errors: ['not_found', 'invitation_expired', 'external_database_unavailable'],
  example: { code: 'dJ4s9XbGq2VtL8pZ' },
  exampleAnswer: { name: 'Ada Lovelace', alreadyRedeemed: false },
  input: () => z.object({ code: text({ min: 1, max: LONGEST_PASTED }) }),
  output: () =>
    z.object({
      waitlistId: Uuid,
      entryId: Uuid,
      email: z.string().meta({ format: 'email' }),
      name: z.string().nullable(),
      alreadyRedeemed: z.boolean(),
    }),
  async run({ caller, services, creationId }: Creating<CallerContext<InvitationServices>>, { code }) {
    const { entries, invitations } = services;
    const accountId = caller.account.id;
    const codeHash = hashCode(code);
    const invited = codeHash && (await invitations.findByCode(accountId, codeHash));
    if (!invited) throw noSuchInvitation();
    // Before anything changes: their contact may be in a database that is away.
    const page = await entries.pageByEmail({ accountId, ...invited });
    const [entry] = await completeContacts(services, page);
    const redeemed = entry && (await invitations.redeem(accountId, codeHash, creationId));
    if (!redeemed) throw noSuchInvitation();
    if (redeemed === 'ended')
      throw new ApiError('invitation_expired', 'The invitation has expired or was withdrawn', {
        resolution: 'The person waits again. Invite them again with invite_entries.',
      });
    if (!redeemed.alreadyRedeemed) await services.worker.wake();
    return { ...redeemed, email: entry.email, name: entry.name };
  },
});

/** Also for the code of another account. */
const noSuchInvitation = (): ApiError =>
  new ApiError('not_found', 'No such invitation', {
    resolution: 'Send the code as it appears in the link that the person opened.',
  });
