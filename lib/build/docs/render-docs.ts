import { escapeHtml } from '../../../core/html/escape.ts';
import { FONT_PRELOAD } from '../../../core/html/font.ts';
import { LOGO } from '../../../core/html/logo.ts';
import { SERVICE_NAME } from '../../../core/kernel/identity.ts';
import { SCOPES } from '../../../core/kernel/scopes.ts';
import type { DescribedOperation } from './described-operation.ts';
import { codeBlock, ORIGIN, renderOperation } from './render-operation.ts';

export interface DocsView {
  readonly operations: readonly DescribedOperation[];
  readonly files: { readonly css: string; readonly js: string; readonly icon: string };
}

/** Names of groups that are not their id with a capital letter. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  'email-templates': 'Email templates',
  turnstile: 'Bot protection',
  database: 'Your own database',
  entries: 'Signups',
  assets: 'Images',
};

const groupName = (group: string): string =>
  GROUP_NAMES[group] ?? group.charAt(0).toUpperCase() + group.slice(1);

const DESCRIPTION = `The ${SERVICE_NAME} API: create waitlists, read signups, and connect domains and databases, with curl, from TypeScript, or from your agent.`;

/** The page `/docs`. */
export function renderDocs({ operations, files }: DocsView): string {
  const groups = [...Map.groupBy(operations, ({ tags }) => tags[0] ?? '')];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${SERVICE_NAME}</title>
<meta name="description" content="${DESCRIPTION}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${files.icon}" type="image/svg+xml">
${FONT_PRELOAD}
<link rel="stylesheet" href="${files.css}">
<script type="module" src="${files.js}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${LOGO}<span>${SERVICE_NAME}</span></a>
<nav aria-label="Main"><a class="to-contents" href="#contents">Contents</a><a href="/api/v1/openapi.json">OpenAPI</a><a href="/dashboard">Dashboard</a></nav>
</header>
<div class="layout">
<main id="main">
${INTRODUCTION}
${groups
  .map(
    ([
      group,
      members,
    ]) => `<section class="group" id="${escapeHtml(group)}" aria-labelledby="${escapeHtml(group)}-heading">
<h2 id="${escapeHtml(group)}-heading">${escapeHtml(groupName(group))}</h2>
${members.map(renderOperation).join('\n')}
</section>`,
  )
  .join('\n')}
</main>
<nav id="contents" class="contents" aria-label="Contents">
<p><a href="#start">Quick start</a></p>
<ul><li><a href="#curl">With curl</a></li><li><a href="#agents">With an agent</a></li><li><a href="#fetch">From TypeScript</a></li><li><a href="#keys">Keys and scopes</a></li><li><a href="#errors">Errors and limits</a></li><li><a href="#repeat">Retries and conflicts</a></li><li><a href="#verify-webhooks">Verify webhooks</a></li></ul>
${groups
  .map(
    ([group, members]) => `<p><a href="#${escapeHtml(group)}">${escapeHtml(groupName(group))}</a></p>
<ul>${members.map(({ operationId, summary }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></li>`).join('')}</ul>`,
  )
  .join('\n')}
</nav>
</div>
</body>
</html>
`;
}

const FIRST_CALL = `<b>export</b> KEY=ar_live_…
<b>curl</b> ${ORIGIN}/api/v1/waitlists \\
  -H <i>"Authorization: Bearer $KEY"</i> \\
  -H <i>"Content-Type: application/json"</i> \\
  -d <i>'{"name": "Rocket Bikes", "slug": "rocket-bikes"}'</i>`;

const JOIN = `<b>curl</b> ${ORIGIN}/w/rocket-bikes/signups \\
  -H <i>"Content-Type: application/json"</i> \\
  -d <i>'{"email": "ada@example.com"}'</i>`;

const READ = `<b>curl</b> ${ORIGIN}/api/v1/waitlists/rocket-bikes/entries \\
  -H <i>"Authorization: Bearer $KEY"</i>`;

const ADD = `<b>claude mcp add</b> --transport http anteroom \\
  ${ORIGIN}/api/mcp/mcp`;

const CONFIGURATION = `{
  "mcpServers": {
    "anteroom": { "url": <i>"${ORIGIN}/api/mcp/mcp"</i> }
  }
}`;

const GENERATE = `<b>npm install</b> openapi-fetch
<b>npx</b> openapi-typescript ${ORIGIN}/api/v1/openapi.json -o anteroom.d.ts`;

/** TypeScript, as HTML. */
export const CLIENT = `<b>import</b> createClient <b>from</b> <i>'openapi-fetch'</i>;
<b>import type</b> { paths } <b>from</b> <i>'./anteroom.d.ts'</i>;

<b>const</b> anteroom = createClient&lt;paths&gt;({
  baseUrl: <i>'${ORIGIN}'</i>,
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
});`;

/** TypeScript, as HTML. */
export const UPDATE = `<b>const</b> path = <i>'/api/v1/waitlists/{id}'</i>;
<b>const</b> params = { path: { id: <i>'rocket-bikes'</i> } };
<b>const</b> read = <b>await</b> anteroom.GET(path, { params });
<b>const</b> etag = read.response.headers.get(<i>'ETag'</i>);

<b>const</b> header = { <i>'If-Match'</i>: etag ?? <i>''</i> };
<b>const</b> { error } = <b>await</b> anteroom.PATCH(path, {
  params: { ...params, header },
  body: { description: <i>'Spring launch'</i> },
});
<b>if</b> (error?.code === <i>'precondition_failed'</i>) {
  <i>// It has changed. Read it again.</i>
}`;

const ERROR = `{
  "error": "Invalid input: name",
  "code": "validation_failed",
  "details": [{ "path": "name", "message": "is required" }],
  "resolution": "Fix the fields named in details and send the request again.",
  "requestId": "5b0c…"
}`;

const REPEAT = `<b>curl</b> ${ORIGIN}/api/v1/waitlists \\
  -H <i>"Authorization: Bearer $KEY"</i> \\
  -H <i>"Idempotency-Key: $(uuidgen)"</i> \\
  -H <i>"Content-Type: application/json"</i> \\
  -d <i>'{"name": "Rocket Bikes"}'</i>`;

const EVENT = `{
  "type": "entry.joined",
  "timestamp": "2026-11-02T09:30:00.000Z",
  "data": {
    "waitlist": { "id": "b3c1…", "slug": "rocket-bikes" },
    "entry": {
      "id": "7d0c…",
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "position": 7,
      "referralCode": "k7x4hjddem",
      "referralCount": 0,
      "referredBy": null,
      "status": "waiting",
      "createdAt": "2026-11-02T09:30:00.000Z"
    }
  }
}`;

const VERIFY = `<b>import</b> { Webhook } <b>from</b> <i>'standardwebhooks'</i>;

<b>const</b> webhook = <b>new</b> Webhook(secret); <i>// whsec_…</i>
<b>const</b> event = webhook.verify(rawBody, request.headers);`;

const scopes = Object.entries(SCOPES)
  .map(
    ([scope, grants]) =>
      `<li><p class="field"><code class="name">${scope}</code></p><p>${escapeHtml(grants)}</p></li>`,
  )
  .join('');

const INTRODUCTION = `<section class="intro" id="start" aria-labelledby="start-heading">
<h1 id="start-heading">API reference</h1>
<p class="lead">Everything in ${SERVICE_NAME} is an HTTP call, and the same call is a tool for your agent. Start with either.</p>
<div class="starts">
<section id="curl" aria-labelledby="curl-heading">
<h2 id="curl-heading">Quick start with curl</h2>
<p>Create a key in the <a href="/dashboard/settings/keys">dashboard</a>, then create a waitlist. Its page is live when the call returns.</p>
${codeBlock('Create a waitlist', FIRST_CALL)}
<p>Join it as a visitor would, and read the list.</p>
${codeBlock('Join', JOIN)}
${codeBlock('Read the signups', READ)}
</section>
<section id="agents" aria-labelledby="agents-heading">
<h2 id="agents-heading">Quick start with an agent</h2>
<p>Add the server. Your browser opens once, and you choose what the agent can do.</p>
${codeBlock('Claude Code', ADD)}
${codeBlock('Any other MCP client', CONFIGURATION)}
<p>Then ask: “Launch a waitlist for Rocket Bikes, with a dark page.” Agents can read <a href="/skill.md">skill.md</a> first.</p>
</section>
</div>
</section>
<section class="group" id="fetch" aria-labelledby="fetch-heading">
<h2 id="fetch-heading">From TypeScript</h2>
<div class="operation">
<div class="words">
<p>Generate types from the <a href="/api/v1/openapi.json">OpenAPI description</a>, and <a href="https://openapi-ts.dev/openapi-fetch/">openapi-fetch</a> checks every <code>fetch</code> against them: the path, the body, and what you read from the answer.</p>
<p>Each operation below shows its call. <code>data</code> is the answer. If the call fails, <code>error</code> is set instead.</p>
<p>Clients made by other generators, such as <a href="https://heyapi.dev">@hey-api/openapi-ts</a>, work too.</p>
</div>
<div class="samples">
${codeBlock('Generate the types', GENERATE)}
${codeBlock('Create a client', CLIENT)}
</div>
</div>
</section>
<section class="group" id="keys" aria-labelledby="keys-heading">
<h2 id="keys-heading">Keys and scopes</h2>
<div class="operation">
<div class="words">
<p>Send your key as <code>Authorization: Bearer</code> or <code>X-Api-Key</code>. A key can do only what its scopes allow.</p>
<ul class="fields">${scopes}</ul>
</div>
</div>
</section>
<section class="group" id="errors" aria-labelledby="errors-heading">
<h2 id="errors-heading">Errors and limits</h2>
<div class="operation">
<div class="words">
<p>Every error has the same shape. <code>code</code> is for your program, <code>error</code> for a person, and <code>resolution</code> says what to do next.</p>
<p>An account may send 120 requests a minute. Above that, the answer is a 429, and <code>Retry-After</code> says how many seconds to wait.</p>
</div>
<div class="samples">${codeBlock('An error', ERROR)}</div>
</div>
</section>
<section class="group" id="repeat" aria-labelledby="repeat-heading">
<h2 id="repeat-heading">Retries and conflicts</h2>
<div class="operation">
<div class="words">
<p>If a POST gets no answer, send it again with the same <code>Idempotency-Key</code>: it runs only once, and for 24 hours you get the first answer, with <code>Idempotency-Replayed: true</code>. Use a new random key, such as a UUID, for each new request.</p>
<p>A waitlist and an email template have an <code>ETag</code>. Send it as <code>If-Match</code> with a PATCH or DELETE, and the change is only made if nobody changed the resource since you read it. Otherwise you get a 412.</p>
<p>Lists have a <code>Link</code> header to the next page. We may add fields to responses, so ignore those you don’t know.</p>
</div>
<div class="samples">
${codeBlock('Repeat safely', REPEAT)}
${codeBlock('Change only what you have read', UPDATE)}
</div>
</div>
</section>
<section class="group" id="verify-webhooks" aria-labelledby="verify-webhooks-heading">
<h2 id="verify-webhooks-heading">Verify webhooks</h2>
<div class="operation">
<div class="words">
<p>Events are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes; its libraries verify them in most languages. Pass the body exactly as it arrived, before anything parses it. <code>verify</code> throws if the signature is wrong or older than five minutes.</p>
<p>An event can arrive more than once, always with the same <code>webhook-id</code>: skip ids you have handled. Answer with a 2xx within 15 seconds.</p>
<p><code>entry.referred</code> is about the referrer. <code>entry.erased</code> has only the <code>id</code> of the entry, and <code>webhook.test</code> has none.</p>
</div>
<div class="samples">
${codeBlock('Verify', VERIFY)}
${codeBlock('An event', EVENT)}
</div>
</div>
</section>`;
