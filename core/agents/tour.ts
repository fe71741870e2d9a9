/** One step of the sample session in the skill. */
export interface TourStep {
  readonly why: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const PAGE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [joined, setJoined] = React.useState(null);
  const [problem, setProblem] = React.useState('');
  function submit(event) {
    event.preventDefault();
    const email = new FormData(event.target).get('email');
    props.onSubmit({ email }).then(setJoined, error => setProblem(error.message));
  }
  if (joined) return h('h1', null, 'You are number ' + joined.position);
  return h('form', { onSubmit: submit },
    h('h1', null, props.waitlist.name),
    h('label', null, 'Email ', h('input', { name: 'email', type: 'email', required: true })),
    h('button', null, 'Join'),
    h('p', { role: 'alert' }, problem));
}`;

/** A complete session. A test makes every call of it. */
export const TOUR: readonly TourStep[] = [
  { why: 'Which account this is, and what its plan allows.', tool: 'get_account', arguments: {} },
  {
    why: 'The page is live at the returned `url`. Only the name is required.',
    tool: 'create_waitlist',
    arguments: {
      name: 'Rocket Bikes',
      slug: 'rocket-bikes',
      description: 'The first bicycle with a launch pad',
    },
  },
  {
    why: 'What search engines and social previews show.',
    tool: 'update_waitlist',
    arguments: {
      id: 'rocket-bikes',
      seoTitle: 'Rocket Bikes',
      seoDescription: 'Be first on the launch pad.',
    },
  },
  {
    why: 'A custom page. Fetch the waitlist before changing its code, and look at the page afterwards.',
    tool: 'update_waitlist',
    arguments: { id: 'rocket-bikes', reactCode: PAGE },
  },
  {
    why: 'The newest signups. `total` counts all of them; there are more while offset + limit < total.',
    tool: 'list_entries',
    arguments: { id: 'rocket-bikes', limit: 10 },
  },
  {
    why: 'The rules for an email template, before you write one.',
    tool: 'list_email_templates',
    arguments: {},
  },
];
