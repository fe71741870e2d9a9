import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Sender } from './schemas.ts';
import { toSender } from './sender.ts';
import type { SenderServices } from './sender-store.ts';

export const listSenders = defineOperation({
  name: 'list_senders',
  group: 'domains',
  title: 'List senders',
  summary: 'List the senders of the account',
  description:
    'Every sender of the account, oldest first, with its records as of checkedAt. A waitlist uses one by its senderId.',
  method: 'GET',
  path: '/api/v1/senders',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () => z.object({ senders: z.array(Sender()) }),
  async run({ caller, services }: CallerContext<SenderServices>) {
    const rows = await services.senders.list(caller.account.id);
    return { senders: rows.map(row => toSender(row, services.region)) };
  },
});
