import { ORIGIN } from './code-block.ts';

// The introduction's examples, as text to copy.

export const FIRST_CALL = `export KEY=ar_live_…
curl ${ORIGIN}/api/v1/waitlists \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Rocket Bikes", "slug": "rocket-bikes"}'`;

export const ADD_PEOPLE = `curl ${ORIGIN}/api/v1/waitlists/rocket-bikes/entries \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"people": [{"email": "ada@example.com"}]}'`;

export const READ = `curl ${ORIGIN}/api/v1/waitlists/rocket-bikes/entries \\
  -H "Authorization: Bearer $KEY"`;

export const ADD = `claude mcp add --transport http anteroom \\
  ${ORIGIN}/api/mcp/mcp`;

export const CONFIGURATION = `{
  "mcpServers": {
    "anteroom": { "url": "${ORIGIN}/api/mcp/mcp" }
  }
}`;

export const GENERATE = `npm install openapi-fetch
npx openapi-typescript ${ORIGIN}/api/v1/openapi.json -o anteroom.d.ts`;

export const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './anteroom.d.ts';

const anteroom = createClient<paths>({
  baseUrl: '${ORIGIN}',
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
});`;

export const UPDATE = `const path = '/api/v1/waitlists/{id}';
const params = { path: { id: 'rocket-bikes' } };
const read = await anteroom.GET(path, { params });
const etag = read.response.headers.get('ETag');

const header = { 'If-Match': etag ?? '' };
const { error } = await anteroom.PATCH(path, {
  params: { ...params, header },
  body: { description: 'Spring launch' },
});
if (error?.code === 'precondition_failed') {
  // It has changed. Read it again.
}`;

export const ERROR = `{
  "error": "Invalid input: name",
  "code": "validation_failed",
  "details": [{ "path": "name", "message": "is required" }],
  "resolution": "Fix the fields named in details and send the request again.",
  "requestId": "5b0c…"
}`;

export const REPEAT = `curl ${ORIGIN}/api/v1/waitlists \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Rocket Bikes"}'`;

export const VERIFY = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(secret); // whsec_…
const event = webhook.verify(rawBody, request.headers);`;
