import type { Site } from '../../core/kernel/site.ts';
import type { site } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

export const siteFrom = (settings: Settings<typeof site>): Site => ({
  baseUrl: settings.BASE_URL,
  licensePriceUsd: settings.LICENSE_PRICE_USD,
  proPriceUsd: settings.PRO_PRICE_USD ?? settings.LICENSE_PRICE_USD,
  allowInsecureLoopback: settings.ALLOW_INSECURE_LOOPBACK,
});
