import { Anteroom, AnteroomError, WebhookError, webhooks } from '@anteroom/client';
import express from 'express';
import { escapeHtml, page } from './page.js';

const { ANTEROOM_URL, ANTEROOM_API_KEY, WAITLIST, WEBHOOK_SECRET, PORT = '3001' } = process.env;

const anteroom = new Anteroom({ apiKey: ANTEROOM_API_KEY, baseUrl: ANTEROOM_URL });
// Use your database instead.
const members = new Set();
const events = new Map();

const app = express();

// Before anything that parses bodies: the signature is of the bytes as they came.
app.post('/webhooks/anteroom', express.raw({ type: 'application/json' }), async (request, response) => {
  const event = await webhooks.verify(request.body, request.headers, WEBHOOK_SECRET);
  // An event may come twice, with the same id.
  events.set(request.get('webhook-id'), event);
  response.sendStatus(204);
});

app.use(express.urlencoded());

app.get('/', (_request, response) => {
  response.send(
    page(
      'Rocket Bikes',
      `<form method="post" action="/signups">
        <label>Email <input name="email" type="email" required></label>
        <label>Name <input name="name"></label>
        <button>Join the waitlist</button>
      </form>
      <p><a href="/events">What happened so far</a></p>`,
    ),
  );
});

const OUTCOMES = {
  added: 'You are on the list',
  already_joined: 'You are on the list already',
  pending: 'Check your email to confirm your address',
};

// Through your own backend there is no bot check: where strangers reach the form, add a limit of your own.
app.post('/signups', async (request, response) => {
  const { email, name } = request.body;
  const person = { email, name: name || null, clientIp: request.ip };
  const { results } = await anteroom.entries.add(WAITLIST, { people: [person], notify: true });
  const [{ outcome, reason }] = results;
  if (outcome === 'refused') response.status(400).send(page('Please check what you typed', [reason]));
  else response.send(page(OUTCOMES[outcome]));
});

// The `inviteUrl` of the waitlist. Mail scanners follow links, so opening it changes nothing.
app.get('/welcome', (request, response) => {
  response.send(
    page(
      'You are invited',
      `<form method="post" action="/welcome">
        <input name="code" type="hidden" value="${escapeHtml(request.query.code ?? '')}">
        <button>Create my account</button>
      </form>`,
    ),
  );
});

app.post('/welcome', async (request, response) => {
  try {
    const { email } = await anteroom.invitations.redeem({ code: request.body.code });
    members.add(email);
    response.send(page(`Welcome, ${email}`));
  } catch (error) {
    const isKnown = error instanceof AnteroomError && [404, 410].includes(error.status);
    if (!isKnown) throw error;
    response.status(error.status).send(page('This invitation is no longer valid'));
  }
});

app.get('/events', (_request, response) => {
  // Anybody can open this page, so it names nobody.
  const lines = [...events.values()].map(({ type, data }) => `${type}, place ${data.entry?.position}`);
  response.send(page('What happened so far', lines));
});

app.use((error, _request, response, _next) => {
  if (error instanceof WebhookError) return response.sendStatus(401);
  console.error(error);
  // `requestId` helps us to help you.
  const reference = error instanceof AnteroomError ? (error.requestId ?? error.code) : '';
  response.status(500).send(page('Something went wrong', [reference]));
});

app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
