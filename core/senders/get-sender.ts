import * as z from 'zod';
import { callOutside } from '../customer-database/call-outside.ts';
import { isTestDomain } from '../domains/domain-name.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Sender, SenderId } from './schemas.ts';
import { noSender, toSender, toSenderId } from './sender.ts';
import { lookUpRecords } from './sender-records.ts';
import type { SenderRow, SenderServices } from './sender-store.ts';

export const getSender = defineOperation({
  name: 'get_sender',
  group: 'domains',
  title: 'Get a sender',
  summary: 'Read a sender, its state, and which of its DNS records are there',
  description:
    'A sender: its state, its DNS records, whether public DNS has each of them now, and what is missing (reason). Poll it while the state is verifying. Until it is active, and when its DNS breaks, mail leaves from our own sender.',
  method: 'GET',
  path: '/api/v1/senders/{senderId}',
  scope: 'waitlists:read',
  effect: { ...EFFECT.read, openWorld: true },
  input: () => z.object({ senderId: SenderId }),
  output: () => z.object({ sender: Sender() }),
  async run({ caller, services }: CallerContext<SenderServices>, { senderId }) {
    const id = toSenderId(senderId);
    const row = id && (await services.senders.find(caller.account.id, id));
    if (!row) throw noSender();
    return { sender: toSender(await withDns(services, row), services.region) };
  },
});

/** The sender with what DNS has now. If nothing is missing anymore, its check does not wait. */
async function withDns(services: SenderServices, row: SenderRow): Promise<SenderRow> {
  const { dns, outsideCalls, region, senders, wakeAfter } = services;
  const { accountId, claimId, details, domain, state } = row;
  // Names under `.test` have no DNS.
  if (isTestDomain(domain)) return row;
  // The name servers are the customer's.
  const { found, dmarc, reason, isUnknown } = await callOutside(outsideCalls, { accountId }, () =>
    lookUpRecords(dns, { domain, accountId, region }, details),
  );
  if (isUnknown) return row;
  if (reason === null && details.dkim && state === 'verifying') {
    await senders.hasten(claimId);
    await wakeAfter(0);
  }
  const { dmarc: _, ...kept } = details;
  return { ...row, details: { ...kept, found, ...(dmarc !== undefined && { dmarc }) } };
}
