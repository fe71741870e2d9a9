import { escapeHtml } from '../../../core/html/escape.ts';
import type { Schema } from '../../../core/kernel/json-schema.ts';
import { prose } from './prose.ts';
import { renderFields } from './render-fields.ts';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** An operation of the OpenAPI description. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly security: readonly unknown[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Content;
      }
    >
  >;
}

/** Replaced by the address of the site that shows the page (`web/docs/docs.ts`). */
export const ORIGIN = '<span data-origin>https://anteroom.example</span>';

export const codeBlock = (label: string, html: string): string =>
  `<figure class="sample"><figcaption>${escapeHtml(label)}</figcaption><pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${html}</code></pre></figure>`;

const json = (value: unknown): string => escapeHtml(JSON.stringify(value, null, 2));

const MULTIPART = 'multipart/form-data';

/** The call as a shell command. */
function curl({ method, path, requestBody, security }: DescribedOperation): string {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? 'rocket-bikes' : `{${name}}`));
  // What curl sends without `-X`.
  const implied = requestBody ? 'POST' : 'GET';
  const lines = [`<b>curl</b>${method === implied ? '' : ` -X ${method}`} ${ORIGIN}${escapeHtml(url)}`];
  if (security.length > 0) lines.push('-H <i>"Authorization: Bearer $KEY"</i>');
  if (requestBody?.content[MULTIPART]) lines.push('-F <i>"file=@photo.png"</i>');
  else if (requestBody) {
    const body = requestBody.content['application/json']?.example;
    lines.push(
      '-H <i>"Content-Type: application/json"</i>',
      `-d <i>'${escapeHtml(JSON.stringify(body))}'</i>`,
    );
  }
  return lines.join(' \\\n  ');
}

const fields = (heading: string, html: string): string => (html === '' ? '' : `<h4>${heading}</h4>\n${html}`);

const objectOf = (parameters: DescribedOperation['parameters']): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** One operation: what it takes, what it answers, and a call to copy. */
export function renderOperation(operation: DescribedOperation): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const [success = '200', ...failures] = Object.keys(responses);
  const { schema = {}, example } = responses[success]?.content?.['application/json'] ?? {};
  const where = (place: string) => renderFields(objectOf(parameters.filter(each => each.in === place)));
  const [text = '', scope] = description.split('\n\nScope: ');
  const errors = failures.map(
    status => `<li><code>${status}</code> ${escapeHtml(responses[status]?.description ?? '')}</li>`,
  );
  return `<div class="operation" id="${escapeHtml(operationId)}">
<div class="words">
<h3><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></h3>
<p class="call"><span class="method" data-method="${method}">${method}</span> <code class="path">${escapeHtml(path)}</code></p>
<p>${prose(text)}</p>
<p class="facts">${scope === undefined ? 'Needs no key.' : `Scope ${prose(scope)}.`} Tool <code>${escapeHtml(operationId)}</code>.</p>
${fields('Path', where('path'))}
${fields('Query', where('query'))}
${fields('Headers', where('header'))}
${fields('Body', renderFields(requestBody?.content['application/json']?.schema ?? {}))}
${fields('Response', renderFields(schema))}
<details class="errors"><summary>Errors</summary><ul>${errors.join('')}</ul></details>
</div>
<div class="samples">
${codeBlock('Request', curl(operation))}
${codeBlock(`Response ${success}`, json(example))}
</div>
</div>`;
}
