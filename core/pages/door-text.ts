/**
 * When a waitlist opens: `Tuesday, December 1, 2026 at 10:00 AM UTC`. The server writes it in UTC, and browsers in the visitor's
 * time zone.
 */
export const opensText = (opensAt: string, timeZone?: string): string =>
  new Date(opensAt).toLocaleString('en', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

/** Shown with the message of a full waitlist. */
export const FULL_ADVICE = 'A place may open up. Check back later.';
