import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { DateTime } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { askDatabase } from './complete-contacts.ts';
import { EXPORT_PATH } from './download-export.ts';
import { filterMembers, toFilter } from './entry-filter.ts';
import { ENTRY_SORTS } from './entry-store.ts';
import { EXPORT_MINUTES, exportToken, TOKEN_MAX } from './export-link.ts';
import type { EntryServices } from './services.ts';

export const exportEntries = defineWaitlistOperation({
  name: 'export_entries',
  group: 'entries',
  title: 'Export signups',
  summary: 'Get a link to the signups of a waitlist as CSV',
  description: `A link to a CSV file of any length. It works for ${EXPORT_MINUTES} minutes, for anyone who has it. The filters are those of list_entries. The file shows people as they are when it is downloaded.`,
  method: 'POST',
  path: '/api/v1/waitlists/{id}/exports',
  scope: 'entries:read',
  effect: EFFECT.read,
  status: 201,
  errors: ['external_database_unavailable'],
  example: { status: 'waiting' },
  input: () =>
    z.object({ id: WaitlistId, ...filterMembers(), sort: z.enum(ENTRY_SORTS).default('position') }),
  output: () => z.object({ export: z.object({ url: z.string(), expiresAt: DateTime }) }),
  location: ({ export: { url } }) => new URL(url).pathname,
  async run(context: WaitlistContext<EntryServices>, { sort, ...filter }) {
    const { caller, waitlist, services, site } = context;
    const list = { accountId: caller.account.id, waitlistId: waitlist.id };
    // Browsers do not show why a download failed, so this finds most errors before.
    const first = { ...(await toFilter(context, filter)), ...list, sort, limit: 1, offset: 0 };
    const { entries, storage } = await services.entries.page(first);
    const ids = [entries[0]?.id ?? waitlist.id];
    if (storage) await askDatabase(services, storage, (connector, target) => connector.read(target, ids));
    const expiresAt = Date.now() + EXPORT_MINUTES * 60_000;
    const token = exportToken(await services.digestKey(), { ...list, filter, sort, expiresAt });
    if (token.length > TOKEN_MAX) throw ValidationError.at('answers', 'are too long for a link');
    return {
      export: {
        url: site.baseUrl + EXPORT_PATH.replace('{token}', token),
        expiresAt: new Date(expiresAt).toISOString(),
      },
    };
  },
});
