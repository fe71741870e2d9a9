const POLL_MS = 3_000;
/** What is due may be canceled or moved elsewhere. */
const LONGEST_MS = 3600_000;

/** How long to wait before asking again for what changes at one of these times. False: nothing is due. */
export function pollDue(times: readonly (string | null)[]): number | false {
  const due = times.flatMap(time => (time === null ? [] : [Date.parse(time) - Date.now()]));
  return due.length > 0 && Math.min(Math.max(Math.min(...due), POLL_MS), LONGEST_MS);
}

/** When to ask again: while one is being sent, and once one is due. */
export const pollMs = (
  sendings: readonly { readonly state: string; readonly sendAt: string | null }[],
): number | false =>
  sendings.some(({ state }) => state === 'sending')
    ? POLL_MS
    : pollDue(sendings.map(({ state, sendAt }) => (state === 'scheduled' ? sendAt : null)));
