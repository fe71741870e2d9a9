import { createSender } from './create-sender.ts';
import { deleteSender } from './delete-sender.ts';
import { getSender } from './get-sender.ts';
import { listSenders } from './list-senders.ts';

export const senderOperations = [listSenders, createSender, getSender, deleteSender] as const;
