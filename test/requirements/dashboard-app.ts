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
      'dashboard.screens-accessible':
        'Every screen fits from 360 px up, in light and dark, and axe finds no violation on it.',
      'dashboard.dialogs-accessible':
        'Every dialog fits from 360 px up, in light and dark, holds the focus, closes by Escape, and axe finds no violation on it.',
      'dashboard.domain-journey':
        'A domain is followed while it is verified, by a screen that stays open, and disconnected after asking.',
      'dashboard.database-journey':
        'A database is tested before it is attached; one that cannot be reached says why, and is not attached.',
      'dashboard.agent-journey': 'An agent is listed with what it may do, and put out at once.',
      'dashboard.images-dropped':
        'Images that are dropped are uploaded and their addresses shown; what is no image is refused in words.',
      'dashboard.generation-journey':
        'A page that was written by AI lands in the editor, unsaved, and is counted.',
      'dashboard.generation-refused':
        'A used quota and a service without a model are said in words, and nothing that was typed is lost.',
      'dashboard.prices-before-checkout':
        'The price is shown before a checkout and is what it asks for; where it is not known, nothing can be paid.',
      'dashboard.preview-opens-nothing':
        'Page code in the preview opens no tab; where its links lead is shown to its author.',
      'dashboard.page-past-the-end':
        'A page of signups that is not there any more leads to the last one that is.',
      'dashboard.license-journey':
        'A waitlist is licensed by a payment, after which its referrals can be turned on.',
      'dashboard.template-journey':
        'An email template is written beside its preview, tested on oneself, and given to a waitlist.',
      'dashboard.signups-journey':
        'Signups are exported; a person is found by email, the referral link copied, and the person erased after asking.',
      'dashboard.nothing-typed-is-lost':
        'What was typed stays when there is no network, and leaving it unsaved asks first.',
      'dashboard.destroying-asks':
        'Deleting a waitlist in which people wait, or the account, asks for the name to be typed.',
      'dashboard.key-journey': 'A key is made with the scopes that are ticked, shown once, and revoked.',
    },
  ),
] as const;
