/** A day in UTC: `December 9, 2026`. */
export const formatDay = (date: Date): string =>
  date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });
