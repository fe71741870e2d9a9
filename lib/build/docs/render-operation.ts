import type { Schema } from '../../../core/api-description/json-schema.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { curlCall, fetchCall, sampleValues, toolCall } from './call-samples.ts';
import { codeBlock, highlight, ORIGIN } from './code-block.ts';
import type { DescribedOperation } from './described-operation.ts';
import { prose, renderFields } from './render-fields.ts';

/** A call in each way to make it. A script shows the one that the reader chose (`web/docs/docs.ts`). */
function calls(operation: DescribedOperation): string {
  const values = sampleValues(operation);
  const samples = [
    ['curl', curlCall(operation, values, ORIGIN)],
    ['fetch', fetchCall(operation, values)],
    ['Tool call', toolCall(operation, values)],
  ] as const;
  const blocks = samples.map(([name, text]) =>
    text === undefined
      ? ''
      : `<pre tabindex="0" data-call="${name}" aria-label="${name}"><code>${highlight(text)}</code></pre>`,
  );
  return `<figure class="sample calls"><figcaption>Request</figcaption>${blocks.join('')}</figure>`;
}

export const fields = (heading: string, html: string): string =>
  html === '' ? '' : `<h4>${heading}</h4>\n${html}`;

export const objectOf = (parameters: DescribedOperation['parameters']): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** One operation: what it takes, what it answers, and a call to copy. */
export function renderOperation(operation: DescribedOperation): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const statuses = Object.keys(responses);
  const failures = statuses.filter(status => Number(status) >= 400);
  // A dry run has another status than the call itself.
  const success =
    statuses.find(status => status === '201') ?? statuses.find(status => Number(status) < 300) ?? '';
  const { schema = {}, example } = responses[success]?.content?.['application/json'] ?? {};
  const where = (place: string) => renderFields(objectOf(parameters.filter(each => each.in === place)));
  const [text = '', scope] = description.split('\n\nScope: ');
  const { properties = {} } = requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {};
  const inJson = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {});
  const inForm = Object.entries(properties).filter(([name]) => !inJson.includes(name));
  const listed = (shown: readonly string[]) =>
    shown
      .map(status => `<li><code>${status}</code> ${prose(responses[status]?.description ?? '')}</li>`)
      .join('');
  const others = statuses.filter(status => Number(status) < 400 && status !== success);
  return `<div class="operation" id="${escapeHtml(operationId)}">
<div class="words">
<h3><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></h3>
<p class="call"><span class="method" data-method="${method}">${method}</span> <code class="path">${escapeHtml(path)}</code></p>
<p>${prose(text)}</p>
<p class="facts">${scope === undefined ? 'Needs no key.' : `Scope ${prose(scope)}. Tool <code>${escapeHtml(operationId)}</code>.`}</p>
${fields('Path', where('path'))}
${fields('Query', where('query'))}
${fields('Headers', where('header'))}
${fields('Body', renderFields(requestBody?.content['application/json']?.schema ?? {}))}
${fields('Only in a form', renderFields({ properties: Object.fromEntries(inForm) }))}
${fields('Response', renderFields(schema))}
${others.length === 0 ? '' : `<details class="errors"><summary>Other answers</summary><ul>${listed(others)}</ul></details>`}
<details class="errors"><summary>Errors</summary><ul>${listed(failures)}</ul></details>
</div>
<div class="samples">
${calls(operation)}
${codeBlock(`Response ${success}`, JSON.stringify(example, null, 2))}
</div>
</div>`;
}
