import type { TemplateStore } from '../email-templates/template-store.ts';
import type { EntryServices } from '../entries/services.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { InvitationStore } from './invitation-store.ts';

/** The services that invite people. */
export interface InvitationServices extends EntryServices {
  readonly invitations: InvitationStore;
  readonly worker: Pick<WakeUp, 'wake'>;
  readonly templates: Pick<TemplateStore, 'hasPaid'>;
  /** How old a free account that never paid must be before it sends its own words. */
  readonly ownTemplatesAfterHours: number;
}
