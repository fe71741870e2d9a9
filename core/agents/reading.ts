import { SERVICE_NAME } from '../kernel/identity.ts';
import type { Operation } from '../kernel/operation.ts';
import { SCOPES } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { guides } from './guides.ts';
import { describeService } from './instructions.ts';
import { toolOperations } from './tool.ts';
import { TOUR } from './tour.ts';

/** `/llms.txt`: the entry point for an agent that only has our address. */
export function renderLlmsText(operations: readonly Operation[], { baseUrl }: Site): string {
  const pages = guides.map(
    ({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`,
  );
  const lines = operations.map(
    ({ method, path, summary, scope }) => `- \`${method} ${path}\`: ${summary}${scope ? ` (${scope})` : ''}`,
  );
  return `# ${SERVICE_NAME}

> Hosted waitlists: a signup page with one call, exact places in the queue, referrals, confirmation emails.

An agent connects to ${baseUrl}/api/mcp/mcp (Model Context Protocol, Streamable HTTP) and signs in there with OAuth 2.1, or sends
an API key as \`Authorization: Bearer <key>\`. The same operations are a REST API.

## For agents

- [Skill](${baseUrl}/skill.md): the order of work, the rules, and a tour
- [Index](${baseUrl}/api/v1): every endpoint as JSON
- [OpenAPI 3.1](${baseUrl}/api/v1/openapi.json): every input, output and error

## Guides

${pages.join('\n')}
- [Changelog](${baseUrl}/changelog.md): what is new
- [API reference](${baseUrl}/docs): for people

## Operations

${lines.join('\n')}
`;
}

/** `/skill.md`: how to use the service well, with a sample session. */
export function renderSkill(operations: readonly Operation[], site: Site): string {
  const tools = toolOperations(operations).map(
    ({ name, summary, scope }) => `- \`${name}\`: ${summary} (${scope})`,
  );
  const scopes = Object.entries(SCOPES).map(([scope, grants]) => `- \`${scope}\`: ${grants}`);
  const tour = TOUR.map(
    ({ why, tool, arguments: args }, index) => `${index + 1}. ${why}

   \`\`\`json
   {"tool": ${JSON.stringify(tool)}, "arguments": ${JSON.stringify(args)}}
   \`\`\``,
  );
  return `---
name: anteroom
description: Makes and runs waitlist signup pages on ${SERVICE_NAME}. Use it to launch a waitlist, design its page, read its signups, or connect a domain, a database, bot-challenge keys or email templates.
---

# ${SERVICE_NAME}

Connect to ${site.baseUrl}/api/mcp/mcp (Streamable HTTP; OAuth 2.1, or an API key as a bearer token).

${describeService(site)}

## A session

${tour.join('\n')}

## Tools

${tools.join('\n')}

## Scopes

${scopes.join('\n')}
`;
}
