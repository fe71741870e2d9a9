export const places = (count: number): string =>
  count === 1 ? '1 place' : `${count.toLocaleString('en-US')} places`;

/** The sentence above the referral link. */
export const shareLine = (boost: number | null): string =>
  boost === null
    ? 'Know someone who’d like this too? Share your link:'
    : `Move up ${places(boost)} for each friend who joins with your link:`;
