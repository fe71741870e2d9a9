import { formatDate } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';

/**
 * When a waitlist opens: `Tuesday, December 1, 2026 at 10:00 AM UTC`. The server writes it in UTC, and browsers in the visitor's
 * time zone.
 */
export const opensText = (language: Language, opensAt: string, timeZone?: string): string =>
  formatDate(language, new Date(opensAt), {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
