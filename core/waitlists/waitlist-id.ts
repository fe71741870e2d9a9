import * as z from 'zod';

/** `{id}` of a waitlist path: its uuid or its slug. Whether it names one is for the store to say (404). */
export const WaitlistId = z.string().meta({ description: 'Uuid or slug of the waitlist' });
