/** The waitlist of this app. The browser reads it too, so both start with `NEXT_PUBLIC_`. */
export const WAITLIST = {
  slug: process.env.NEXT_PUBLIC_WAITLIST,
  baseUrl: process.env.NEXT_PUBLIC_ANTEROOM_URL,
};
