import { GLOW, ROOMS } from '../../../core/markup/tokens.ts';

/** The logo: the lit door of the hosted page. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={ROOMS[1]} />
      <path d="M8 32V16a8 8 0 0 1 16 0v16z" fill={ROOMS[2]} />
      <path d="M12 32V19a4 4 0 0 1 8 0v13z" fill={GLOW} />
    </svg>
  );
}

/** The illustration of empty states: rooms that lead to the lit door. */
export function Rooms() {
  return (
    <svg className="rooms" viewBox="0 0 240 160" aria-hidden="true">
      <path className="rooms-1" d="M60 160V90a60 60 0 0 1 120 0v70z" />
      <path className="rooms-2" d="M76 160V95a44 44 0 0 1 88 0v65z" />
      <path className="rooms-3" d="M90 160v-59a30 30 0 0 1 60 0v59z" />
      <path className="rooms-spill" d="M108 126h24l28 34H80z" />
      <path className="rooms-light" d="M108 126v-20a12 12 0 0 1 24 0v20z" />
    </svg>
  );
}
