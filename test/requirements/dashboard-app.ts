import { requirements } from './requirement.ts';

/** The dashboard in a browser. */
export const dashboardApp = [
  ...requirements(
    { source: 'decision', section: '0026', status: 'built', issue: 5 },
    {
      'dashboard.strict-policy': 'The dashboard’s CSP allows no inline scripts or styles.',
      'dashboard.first-load': 'The first load has less than 250 KB of compressed script.',
      'dashboard.one-document': 'Every dashboard path returns the same HTML document.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0027', status: 'built', issue: 5 },
    {
      'dashboard.sign-in-first':
        'A signed-out visitor is sent to sign in, and then back to the screen they asked for.',
      'dashboard.waitlist-journey':
        'A waitlist is created in one dialog with name, tagline, and template, and opens on its page, which is edited next to a live preview in the same sandbox that visitors get.',
      'dashboard.screens-accessible':
        'Every screen fits at 360 px and wider, in light and dark mode, and has no axe violations.',
      'dashboard.dialogs-accessible':
        'Every dialog fits at 360 px and wider, in light and dark mode, traps focus, closes with Escape, and has no axe violations.',
      'dashboard.domain-journey':
        'An open screen follows a domain while it is verified; once active, it is the link to share; disconnecting asks for confirmation.',
      'dashboard.founder-run':
        'From the sign-in code to a shared page in the founder’s own color and with their own logo takes at most 12 actions: each click, typed field, and dropped file is one.',
      'dashboard.first-run':
        'A new waitlist lists its first steps (see it, make it yours, read the email, share it) until all are done or it is dismissed.',
      'dashboard.search':
        'Ctrl+K or Cmd+K, also in a field, finds a waitlist, its tabs, a template, a screen, or the documentation, with the keyboard alone.',
      'dashboard.help':
        'The menu leads to the documentation, and to the operator’s address for help if there is one.',
      'dashboard.share-link':
        'The Share tab has the link (on the active domain, or the owner’s own page) and its QR code, as SVG and PNG.',
      'dashboard.tagged-links':
        'The Share tab makes links with tags (source, medium, campaign), so that sources can be told apart.',
      'dashboard.share-snippets':
        'The Share tab gives the embed, a plain form, and a fetch example to copy, which work as pasted.',
      'dashboard.share-check':
        'The Share tab says what a form on the owner’s own site still lacks: an allowed site, a passable bot check, a target of referral links.',
      'dashboard.share-sites':
        'Allowed sites and the target of referral links are set on the Share tab, with errors at their fields.',
      'dashboard.database-journey':
        'A database is tested before it is attached; if it cannot be reached, the screen says why and does not attach it.',
      'dashboard.agent-journey':
        'An agent is listed with its permissions and can be disconnected immediately.',
      'dashboard.images-dropped':
        'Dropped images are uploaded and their URLs shown; other files are refused with a message. Social images are cropped to 1200x630.',
      'dashboard.design-journey':
        'A page’s template, color, images, and texts are changed next to a preview of the unsaved page; saving sends only what changed, and own code is dropped only after confirmation.',
      'dashboard.questions':
        'Questions are added, ordered (by keyboard too), changed, and removed beside the page, and saved with it; errors stand at their question.',
      'dashboard.sources':
        'The overview shows the sources of visits and signups, with the conversion of each and how many were let in; also sources that nobody joined from.',
      'dashboard.answers':
        'Each choice is a bar on the overview; answers are columns of the signups that one can choose, and stand with the person.',
      'dashboard.filters':
        'Signups are filtered by search, status, day of joining, source, referrals, language, and answers, all together; each filter is removed by itself, and the overview links to a source or an answer.',
      'dashboard.filters-in-url':
        'The filters of the signups are in the address; what makes no sense there is left out.',
      'dashboard.export-filtered': 'The export has the people and the order that the screen shows.',
      'dashboard.long-pages': 'A page of signups is whole, also where their answers are long.',
      'dashboard.import':
        'People are imported from a CSV file: columns are matched, problems shown before anything is sent, progress and the refused rows after; an import that is cut off goes on without a double.',
      'dashboard.import-services':
        'Columns named as other waitlist services name them are matched by themselves, and their order is kept.',
      'dashboard.editor-undo':
        'Changes to a page are undone and redone step by step, with buttons and the usual keys, also after saving.',
      'dashboard.code-tools':
        'The code editor finds text, inserts uploaded images, fills the screen, and goes back to a template.',
      'dashboard.generation-journey': 'An AI-generated page is put into the editor, unsaved, and is counted.',
      'dashboard.generation-refused': 'A used-up quota shows a message, and nothing that was typed is lost.',
      'dashboard.agent-prompt':
        'Without a model, AI pages are not offered; a prompt for an agent can be copied instead.',
      'dashboard.plans-compared':
        'Billing compares Free, Pro, and the license in one table, which needs no sideways scrolling on a phone.',
      'dashboard.prices-before-checkout':
        'The price shown before a checkout is the price charged; if it is unknown, nothing can be bought.',
      'dashboard.preview-sizes':
        'The page is previewed on desktop and phone side by side, or in one of them where space is short. A failure in either is shown.',
      'dashboard.preview-opens-nothing':
        'Page code in the preview cannot open tabs; the author sees where its links lead.',
      'dashboard.page-past-the-end': 'A page of signups that no longer exists redirects to the last one.',
      'dashboard.license-journey':
        'After a payment, the waitlist is licensed and referrals can be turned on.',
      'dashboard.template-journey':
        'An email template is edited next to its preview, sent as a test to the account, and linked to a waitlist.',
      'dashboard.replies':
        'A switch sends replies to a waitlist’s emails to the account’s address, or no longer.',
      'dashboard.email-shown':
        'A waitlist shows the confirmation email that people get from it now, and a new template starts as that email.',
      'dashboard.email-written':
        'A template can be written without HTML: Markdown, a button, a logo, and a color. Edited as code, it says so, and the form can start over.',
      'dashboard.signups-journey':
        'Signups can be exported; a person can be found by email, their referral link copied, and their data erased after confirmation.',
      'dashboard.nothing-typed-is-lost':
        'Typed text is kept when the network is down, and leaving with unsaved changes asks first.',
      'dashboard.destroying-asks':
        'Deleting the account, or a waitlist with signups, requires typing its name.',
      'dashboard.key-journey': 'A key is created with the selected scopes, shown once, and can be revoked.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0027', status: 'built', issue: 30 },
    {
      'dashboard.translated':
        'Every screen works, and its text stays current, while the browser translates the page.',
      'dashboard.over-limit':
        'Over the rate limit, the dashboard says so, counts down, and continues by itself. Opening a screen every second stays within it.',
      'dashboard.search-first':
        'What somebody searches for is on the screen, however many referrals are held.',
      'dashboard.invite-few':
        'An invitation starts at the next 10 people, or at all who wait if they are fewer.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0027', status: 'built', issue: 30 },
    {
      'dashboard.key-presets': 'A new key starts from the permissions of a usual kind of key.',
      'dashboard.invitation-results':
        'The results of all invitations add up: sent, accepted, still open, and expired or withdrawn.',
      'dashboard.webhook-about':
        'A delivery says whom it is about. Once the person is erased, it says that their data is.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '17', status: 'built', issue: 35 },
    {
      'dashboard.webhook-chat':
        'Sending to Slack or Discord is one field and a test. Their addresses are recognized; the format is shown and can be changed.',
      'dashboard.webhook-why': 'A delivery that failed says why in plain words, and shows the answer.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '8', status: 'built', issue: 20 },
    {
      'dashboard.webhook-added':
        'A webhook is added with a URL and events, all ticked at first. Errors are shown at their fields, and the secret once.',
      'dashboard.webhook-result':
        'A test event and a replay show how the server answered as soon as it has, without a reload.',
      'dashboard.webhook-deliveries':
        'Deliveries are listed newest first, all or of one state, with answer, attempts, and next attempt.',
      'dashboard.webhook-body':
        'A delivery opens with the body that is sent. While the database that holds the person is away, it says so.',
      'dashboard.webhook-changed':
        'A webhook can be edited, disabled, enabled, and deleted, and its secret rotated. One that we disabled says why.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '13', status: 'built', issue: 34 },
    {
      'dashboard.announcement-written':
        'An announcement is written beside its preview, on a desktop or a phone, in light or dark, as a person one chooses; the composer says that nothing is tracked.',
      'dashboard.announcement-audience':
        'The composer shows how many people an audience has as it changes, also by answers.',
      'dashboard.announcement-tested': 'A draft is saved, and sent as a test to the account.',
      'dashboard.announcement-sent':
        'Before it is sent, one sees to how many, whom it skips and why, and the first people; after that how far it is, and who was skipped and why.',
      'dashboard.announcement-scheduled':
        'An announcement is scheduled in the time zone of the browser, which is named, and can be edited, canceled, and duplicated.',
      'dashboard.announcement-errors':
        'Errors stand at their fields; one that was sent meanwhile is shown as it is now.',
    },
  ),
] as const;
