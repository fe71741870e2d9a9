/** A page made on the landing page, which waits in the browser until its maker has signed in. */
export interface Draft {
  readonly name: string;
  readonly tagline: string;
  readonly template: string;
  /** `#rrggbb`; null: the template's own. */
  readonly brandColor: string | null;
}

/** Not of the session: the link in the sign-in email opens another tab. */
const KEY = 'anteroom-draft';

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that stores nothing leads to an empty dashboard.
  }
}

export const dropDraft = (): void => localStorage.removeItem(KEY);

export function readDraft(): Draft | null {
  const text = localStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as Draft);
}
