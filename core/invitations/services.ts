import type { TemplateStore } from '../email-templates/template-store.ts';
import type { EntryServices } from '../entries/services.ts';
import type { Site } from '../kernel/site.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { InvitationStore } from './invitation-store.ts';

/** The services that invite people. */
export interface InviteServices extends EntryServices {
  readonly invitations: InvitationStore;
}

/** The services of this domain's operations. */
export interface InvitationServices extends InviteServices {
  readonly worker: Pick<WakeUp, 'wake'>;
  readonly templates: Pick<TemplateStore, 'hasPaid'>;
  /** How old a free account that never paid must be before it sends its own words. */
  readonly ownTemplatesAfterHours: number;
}

/** The services of jobs that invite people. */
export interface InvitationJobServices extends InviteServices {
  readonly site: Site;
}
