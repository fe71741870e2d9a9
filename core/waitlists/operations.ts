import { createWaitlist } from './create-waitlist.ts';
import { deleteWaitlist } from './delete-waitlist.ts';
import { getWaitlist } from './get-waitlist.ts';
import { listWaitlists } from './list-waitlists.ts';
import { updateWaitlist } from './update-waitlist.ts';

export const waitlistOperations = [
  listWaitlists,
  createWaitlist,
  getWaitlist,
  updateWaitlist,
  deleteWaitlist,
] as const;
