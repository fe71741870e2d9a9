import type { ActiveDomains } from '../domains/domain-store.ts';
import type { SendServices } from '../email/send-emails.ts';
import type { OwnerMailServices } from '../email/send-to-owner.ts';
import type { TemplateStore } from '../email-templates/template-store.ts';
import type { EntryServices } from '../entries/services.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { AnnouncementStore } from './announcement-store.ts';

/** The services that write and start announcements. */
export interface AnnouncementServices extends EntryServices, OwnerMailServices, Pick<SendServices, 'stops'> {
  readonly announcements: AnnouncementStore;
  readonly domains: ActiveDomains;
  readonly worker: Pick<WakeUp, 'wake'>;
  readonly templates: Pick<TemplateStore, 'hasPaid'>;
  /** How old a free account that never paid must be before it sends its own words. */
  readonly ownTemplatesAfterHours: number;
}
