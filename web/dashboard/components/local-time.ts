/** A time as fields have it: in this browser's time zone, to the minute. Empty for none. */
export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromLocalTime = (local: string): string | null =>
  local === '' ? null : new Date(local).toISOString();
