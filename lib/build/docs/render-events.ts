import { escapeHtml } from '../../../core/markup/escape.ts';
import { codeBlock } from './code-block.ts';
import type { DocumentedEvent } from './described-operation.ts';
import { prose, renderFields } from './render-fields.ts';
import { fields, objectOf } from './render-operation.ts';

/** One event: its fields, and an example. */
function renderEvent({ operationId, type, summary, description, requestBody }: DocumentedEvent): string {
  const { schema = {}, example } = requestBody.content['application/json'] ?? {};
  return `<div class="operation" id="${escapeHtml(operationId)}">
<div class="words">
<h3><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></h3>
<p><code>${escapeHtml(type)}</code></p>
<p>${prose(description)}</p>
${fields('Body', renderFields(schema))}
</div>
<div class="samples">
${codeBlock(type, JSON.stringify(example, null, 2))}
</div>
</div>`;
}

/** The events that webhooks receive. All have the same headers. */
export const renderEvents = (events: readonly DocumentedEvent[]): string =>
  `<section class="group" id="events" aria-labelledby="events-heading">
<h2 id="events-heading">Webhook events</h2>
<div class="operation" id="event-headers">
<div class="words">
<h3><a href="#event-headers">Headers</a></h3>
<p>We POST each event to your webhooks that ask for it. Position, count, and status are those of that moment.</p>
${renderFields(objectOf(events[0]?.parameters ?? []))}
</div>
</div>
${events.map(renderEvent).join('\n')}
</section>`;
