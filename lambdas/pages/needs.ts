import {
  digestKey,
  metrics,
  openTurnstile,
  pageAssets,
  signupLimits,
  verifyChallenge,
  workerQueue,
} from '../../settings/needs.ts';
import type { SettingsOf } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';

export const needs = [
  ...API_NEEDS,
  digestKey,
  metrics,
  openTurnstile,
  pageAssets,
  signupLimits,
  verifyChallenge,
  workerQueue,
] as const;

export type PagesSettings = SettingsOf<typeof needs>;
