import * as z from 'zod';

/** `{id}` in a path: the UUID or slug. Any text is valid input; an unknown one is a 404. */
export const WaitlistId = z.string().meta({ description: 'UUID or slug of the waitlist' });
