import { createCheckout } from '../billing/create-checkout.ts';
import { getPrices } from '../billing/get-prices.ts';
import { listReceipts } from '../billing/list-receipts.ts';
import { previewEmailTemplate } from '../email-templates/preview-email-template.ts';
import { sendTestEmail } from '../email-templates/send-test-email.ts';
import type { Operation } from '../operation.ts';
import { generatePage } from '../page-generation/generate-page.ts';
import { checkExport } from './check-export.ts';
import { createKey } from './create-key.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseEntry } from './erase-entry.ts';
import { exportEntries } from './export-entries.ts';
import { getStatistics } from './get-statistics.ts';
import { listAgents } from './list-agents.ts';
import { listCountedWaitlists } from './list-counted-waitlists.ts';
import { listKeys } from './list-keys.ts';
import { revokeAgent } from './revoke-agent.ts';
import { revokeKey } from './revoke-key.ts';
import { searchEntries } from './search-entries.ts';
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
