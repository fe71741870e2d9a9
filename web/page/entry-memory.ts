/** Where the person who joined in this browser sees their place. Page code cannot read it: its frame has no storage. */
export interface EntryMemory {
  /** The path of their place page, or null. */
  read(): string | null;
  /** @returns the path of the place page */
  keep(statusUrl: string): string;
  forget(): void;
}

const STATUS_PATH = /^\/s\/[\w-]{43}$/;

/** Remembers one person for each waitlist, while the browser lets us. */
export function createEntryMemory(waitlistId: string): EntryMemory {
  const key = `anteroom:${waitlistId}`;
  // Storage throws where it is turned off.
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act();
    } catch {
      return null;
    }
  };
  return {
    read() {
      const path = attempt(() => localStorage.getItem(key));
      return path && STATUS_PATH.test(path) ? path : null;
    },
    keep(statusUrl) {
      // The page may be open at another of its addresses, which shows the same.
      const { pathname } = new URL(statusUrl, location.href);
      attempt(() => localStorage.setItem(key, pathname));
      return pathname;
    },
    forget() {
      attempt(() => localStorage.removeItem(key));
    },
  };
}
