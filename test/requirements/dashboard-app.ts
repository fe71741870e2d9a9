import { requirements } from './requirement.ts';

/** The dashboard in a browser. */
export const dashboardApp = [
  ...requirements(
    { source: 'decision', section: '0026', status: 'built', issue: 5 },
    {
      'dashboard.strict-policy':
        'The dashboard runs under a policy that allows no inline script and no inline style.',
      'dashboard.first-load': 'Its first load is less than 250 KB of compressed script.',
      'dashboard.one-document': 'Every path of it is answered with its one document.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0027', status: 'built', issue: 5 },
    {
      'dashboard.sign-in-first':
        'A stranger is sent to sign in, and afterwards to the screen that was asked for.',
      'dashboard.waitlist-journey':
        'A waitlist is made in one step; its page is edited beside a live preview in the sandbox that visitors get.',
      'dashboard.key-journey': 'A key is made with the scopes that are ticked, shown once, and revoked.',
    },
  ),
] as const;
