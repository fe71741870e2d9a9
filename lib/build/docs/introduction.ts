import { SERVICE_NAME } from '../../../core/kernel/identity.ts';
import { SCOPES } from '../../../core/kernel/scopes.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { codeBlock } from './code-block.ts';
import {
  ADD,
  ADD_PEOPLE,
  CLIENT,
  CONFIGURATION,
  ERROR,
  FIRST_CALL,
  GENERATE,
  READ,
  REPEAT,
  UPDATE,
  VERIFY,
} from './snippets.ts';

const scopes = Object.entries(SCOPES)
  .map(
    ([scope, grants]) =>
      `<li><p class="field"><code class="name">${scope}</code></p><p>${escapeHtml(grants)}</p></li>`,
  )
  .join('');

/** The first screen. */
export const START = `<section class="intro" id="start" aria-labelledby="start-heading">
<h1 id="start-heading">Build with ${SERVICE_NAME}</h1>
<p class="lead">Everything in ${SERVICE_NAME} is an HTTP call, and the same call is a tool for your agent. Start with either, or follow the <a href="/docs/start-here">15-minute guide</a>.</p>
<div class="starts">
<section id="curl" aria-labelledby="curl-heading">
<h2 id="curl-heading">Quick start with curl</h2>
<p>Create a key in the <a href="/dashboard/settings/keys">dashboard</a>, then create a waitlist. Its page is live when the call returns.</p>
${codeBlock('Create a waitlist', FIRST_CALL)}
<p>Open its page and join, or add people from your backend. Then read the list.</p>
${codeBlock('Add people', ADD_PEOPLE)}
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
</section>`;

interface Chapter {
  readonly id: string;
  readonly title: string;
  /** HTML. */
  readonly words: string;
  readonly samples: readonly (readonly [label: string, text: string])[];
}

/** The rules for every operation. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'fetch',
    title: 'From TypeScript',
    words: `<p>Generate types from the <a href="/api/v1/openapi.json">OpenAPI description</a>, and <a href="https://openapi-ts.dev/openapi-fetch/">openapi-fetch</a> checks every <code>fetch</code> against them: the path, the body, and what you read from the answer.</p>
<p>Each operation below shows its call. <code>data</code> is the answer. If the call fails, <code>error</code> is set instead.</p>
<p>Clients made by other generators, such as <a href="https://heyapi.dev">@hey-api/openapi-ts</a>, work too.</p>`,
    samples: [
      ['Generate the types', GENERATE],
      ['Create a client', CLIENT],
    ],
  },
  {
    id: 'keys',
    title: 'Keys and scopes',
    words: `<p>Send your key as <code>Authorization: Bearer</code> or <code>X-Api-Key</code>. A key can do only what its scopes allow.</p>
<ul class="fields">${scopes}</ul>`,
    samples: [],
  },
  {
    id: 'errors',
    title: 'Errors and limits',
    words: `<p>Every error has the same shape. <code>code</code> is for your program, <code>error</code> for a person, and <code>resolution</code> says what to do next.</p>
<p>An account may send 120 requests a minute. Above that, the answer is a 429, and <code>Retry-After</code> says how many seconds to wait.</p>`,
    samples: [['An error', ERROR]],
  },
  {
    id: 'repeat',
    title: 'Retries and conflicts',
    words: `<p>If a POST gets no answer, send it again with the same <code>Idempotency-Key</code>: it runs only once, and for 24 hours you get the first answer, with <code>Idempotency-Replayed: true</code>. Use a new random key, such as a UUID, for each new request.</p>
<p>A waitlist and an email template have an <code>ETag</code>. Send it as <code>If-Match</code> with a PATCH or DELETE, and the change is only made if nobody changed the resource since you read it. Otherwise you get a 412.</p>
<p>With <code>If-None-Match</code>, a GET of one that nobody changed is a 304 without a body.</p>
<p>Lists have a <code>Link</code> header to the next page. We may add fields to responses, so ignore those you don’t know.</p>`,
    samples: [
      ['Repeat safely', REPEAT],
      ['Change only what you have read', UPDATE],
    ],
  },
  {
    id: 'verify-webhooks',
    title: 'Verify webhooks',
    words: `<p>Events are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes; its libraries verify them in most languages. Pass the body exactly as it arrived, before anything parses it. <code>verify</code> throws if the signature is wrong or older than five minutes.</p>
<p>An event can arrive more than once, always with the same <code>webhook-id</code>: skip ids you have handled. Answer with a 2xx within 15 seconds.</p>
<p>The <a href="#events">webhook events</a> are below, and in the OpenAPI description under <code>webhooks</code>.</p>`,
    samples: [['Verify', VERIFY]],
  },
];

export function renderChapter({ id, title, words, samples }: Chapter): string {
  const blocks = samples.map(([label, text]) => codeBlock(label, text)).join('\n');
  return `<section class="group" id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
<div class="operation">
<div class="words">
${words}
</div>
${blocks && `<div class="samples">\n${blocks}\n</div>`}
</div>
</section>`;
}
