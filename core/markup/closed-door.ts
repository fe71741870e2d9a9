import { GLOW, ROOMS } from './tokens.ts';

/** The illustration of pages that lead nowhere: the door of the logo, closed. It has no words and no name. */
export const CLOSED_DOOR = `<svg class="door" viewBox="0 0 76 64" width="76" height="64" aria-hidden="true"><path d="M4 64V38a34 34 0 0 1 68 0v26z" fill="${ROOMS[1]}" opacity=".22"/><path d="M15 64V39a23 23 0 0 1 46 0v25z" fill="${ROOMS[1]}" opacity=".45"/><path d="M25 64V40a13 13 0 0 1 26 0v24z" fill="${ROOMS[0]}"/><circle cx="45" cy="50" r="2" fill="${GLOW}"/></svg>`;
