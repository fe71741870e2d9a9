import { createKey } from '../account/create-key.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { listKeys } from '../account/list-keys.ts';
import { revokeKey } from '../account/revoke-key.ts';
import { createCheckout } from '../billing/create-checkout.ts';
import { getPrices } from '../billing/get-prices.ts';
import { listReceipts } from '../billing/list-receipts.ts';
import { previewEmailTemplate } from '../email-templates/preview-email-template.ts';
import { sendTestEmail } from '../email-templates/send-test-email.ts';
import { checkExport } from '../entries/check-export.ts';
import { eraseEntry } from '../entries/erase-entry.ts';
import { exportEntries } from '../entries/export-entries.ts';
import { getStatistics } from '../entries/get-statistics.ts';
import { listCountedWaitlists } from '../entries/list-counted-waitlists.ts';
import { searchEntries } from '../entries/search-entries.ts';
import type { Operation } from '../kernel/operation.ts';
import { listAgents } from '../oauth/list-agents.ts';
import { revokeAgent } from '../oauth/revoke-agent.ts';
import { generatePage } from '../page-generation/generate-page.ts';
import type { DashboardServices } from './services.ts';

/** What only people do, in the dashboard; the rest of it uses the operations of the API. */
export const dashboardOperations: readonly Operation<DashboardServices>[] = [
  listKeys,
  createKey,
  revokeKey,
  listAgents,
  revokeAgent,
  listCountedWaitlists,
  getStatistics,
  searchEntries,
  checkExport,
  exportEntries,
  eraseEntry,
  deleteAccount,
  createCheckout,
  getPrices,
  listReceipts,
  generatePage,
  previewEmailTemplate,
  sendTestEmail,
];
