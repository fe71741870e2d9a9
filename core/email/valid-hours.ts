/** How long a link to confirm an address works. Then the pending signup is deleted (beyond 4). */
export const VALID_HOURS = 48;
