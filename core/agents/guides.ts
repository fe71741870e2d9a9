/** A page of the documentation for people who run a waitlist, or build on one: `docs/<name>.md`, served as `/docs/<name>`. */
export interface Guide {
  readonly name: string;
  /** The heading of its file. */
  readonly title: string;
  /** What a reader gets from it. */
  readonly summary: string;
}

/** Every guide, in the order to read them. A new one is its file and a line here. */
export const GUIDES: Readonly<Record<string, readonly Guide[]>> = {
  Start: [
    {
      name: 'start-here',
      title: 'Start here',
      summary: 'Sign someone up, invite them, and hear about it from a verified webhook, in 15 minutes.',
    },
    { name: 'agents', title: 'Agents', summary: 'Connect an agent over MCP, and choose what it can do.' },
  ],
  'Your page': [
    { name: 'page-code', title: 'Page code', summary: 'Write your own page in React. It runs in a sandbox.' },
    { name: 'images', title: 'Images', summary: 'Upload images for your page, emails, and social cards.' },
    { name: 'languages', title: 'Languages', summary: 'Show your page and emails in ten languages.' },
    { name: 'own-site', title: 'On your own site', summary: 'Put the form on any page with two lines.' },
    {
      name: 'domains',
      title: 'Custom domains and senders',
      summary: 'Serve the page from your domain, and send email from your address.',
    },
    { name: 'bot-challenge', title: 'Bot challenge', summary: 'Keep bots off a waitlist with Turnstile.' },
  ],
  'Your people': [
    {
      name: 'adding-people',
      title: 'Adding people',
      summary: 'Add people from your backend, or move a list here from another service.',
    },
    {
      name: 'inviting',
      title: 'Letting people in',
      summary: 'Invite people in order, and redeem their codes in your app.',
    },
    { name: 'announcements', title: 'Announcements', summary: 'Email the people on your list.' },
  ],
  'Your systems': [
    {
      name: 'webhooks',
      title: 'Webhooks',
      summary: 'Send each event to your server, Slack, Discord, or Zapier.',
    },
    {
      name: 'own-database',
      title: 'Your own database',
      summary: 'Keep signups in your own Postgres, MySQL, or MariaDB.',
    },
    {
      name: 'versions',
      title: 'Versions',
      summary: 'What we may add, what we never change, and how you hear about it a year ahead.',
    },
  ],
};

export const guides: readonly Guide[] = Object.values(GUIDES).flat();
