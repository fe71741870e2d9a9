import type { Texts } from '../languages/texts.ts';
import { closedText } from '../waitlists/door.ts';
import type { PageWaitlist } from './page-data.ts';
import type { PageRecord } from './page-store.ts';

/** The door as page code gets it. */
export const toPageDoor = (
  { door, opensAt, closedMessage }: Pick<PageRecord, 'door' | 'opensAt' | 'closedMessage'>,
  texts: Texts['door'],
): Pick<PageWaitlist, 'door' | 'opensAt' | 'closedMessage'> => ({
  door,
  opensAt: door === 'not_yet' ? opensAt : null,
  closedMessage: door === 'open' ? null : closedText(texts, door, closedMessage),
});
