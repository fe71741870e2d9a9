import { GLOW, ROOMS } from './tokens.ts';

/** The logo mark, a lit door (`web/page/icon.svg`). It stands beside the name, so it has none of its own. */
export const LOGO = `<svg class="logo" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7" fill="${ROOMS[0]}"/><path d="M7 32V15a9 9 0 0 1 18 0v17z" fill="${ROOMS[1]}"/><path d="M11 32V17.5a5 5 0 0 1 10 0V32z" fill="${ROOMS[2]}"/><path d="M13.5 32V20a2.5 2.5 0 0 1 5 0v12z" fill="${GLOW}"/></svg>`;
