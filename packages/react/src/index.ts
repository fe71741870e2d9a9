export type * from './types.ts';
export { type UseWaitlistOptions, type UseWaitlistResult, useWaitlist } from './use-waitlist.ts';
export { Waitlist, type WaitlistProps } from './waitlist.tsx';
