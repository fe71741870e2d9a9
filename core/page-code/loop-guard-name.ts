/** The global that guarded page code calls; the frame's bootstrap defines it. */
export const loopGuardName = '__anteroomLoop';
