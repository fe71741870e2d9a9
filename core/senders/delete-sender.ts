import * as z from 'zod';
import { FIRST_LOOK_SECONDS } from '../domains/domain-store.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { SenderId } from './schemas.ts';
import { noSender, toSenderId } from './sender.ts';
import type { SenderServices } from './sender-store.ts';

export const deleteSender = defineOperation({
  name: 'delete_sender',
  group: 'domains',
  title: 'Delete a sender',
  summary: 'Delete a sender; its waitlists send from ours again',
  description:
    'Deletes the sender. Mail of its waitlists leaves from our own sender again, immediately. If its domain was active, only this account can use it as a sender for 7 days. Remove its DNS records once you no longer need them.',
  method: 'DELETE',
  path: '/api/v1/senders/{senderId}',
  scope: 'domains:write',
  effect: { ...EFFECT.destroy, openWorld: true },
  input: () => z.object({ senderId: SenderId }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, services }: CallerContext<SenderServices>, { senderId }) {
    const id = toSenderId(senderId);
    if (id === null || !(await services.senders.remove(caller.account.id, id))) throw noSender();
    await services.wakeAfter(FIRST_LOOK_SECONDS);
    return { deleted: true as const };
  },
});
