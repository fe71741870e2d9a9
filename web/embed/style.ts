/**
 * Colors come from the page's text color, so that the form looks right on any background, light or dark. The `--anteroom-…`
 * variables, `::part()`, and the waitlist's brand color change it.
 *
 * `:host` is the only element that styles of the page can match, and inherited properties start anew at `.root`.
 */
export const STYLE = `
:host { display: block !important; }
:host([hidden]) { display: none !important; }
[hidden] { display: none !important; }
.root {
  all: initial;
  display: block;
  color: var(--anteroom-text, inherit);
  color-scheme: inherit;
  font-family: var(--anteroom-font, inherit);
  font-size: 16px;
  line-height: 1.5;
  text-align: start;
}
.root[data-state=loading] form { visibility: hidden; }
* { box-sizing: border-box; }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
form label { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
input, button {
  height: 48px;
  margin: 0;
  border: 1px solid transparent;
  border-radius: var(--anteroom-radius, 10px);
  font: inherit;
}
input {
  flex: 100 1 220px;
  min-width: 0;
  padding: 0 16px;
  border-color: currentColor;
  border-color: var(--anteroom-line, color-mix(in srgb, currentColor 50%, transparent));
  background: transparent;
  background: var(--anteroom-field, color-mix(in srgb, currentColor 5%, transparent));
  color: inherit;
}
input::placeholder { color: inherit; opacity: 0.65; }
input[aria-invalid] { border-width: 2px; border-color: #c4342b; }
button {
  flex: 1 0 auto;
  max-width: 100%;
  padding: 0 22px;
  overflow: hidden;
  background: var(--anteroom-color, var(--brand, #1f7a57));
  color: var(--anteroom-on-color, var(--on-brand, #fff));
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
  cursor: pointer;
}
button:hover { box-shadow: 0 1px 8px rgb(0 0 0 / 0.3); }
button[aria-disabled] { cursor: progress; }
:focus-visible { outline: 2px solid #fff; box-shadow: 0 0 0 4px #111; }
h2:focus-visible { outline: 0; box-shadow: none; }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
p[data-kind=error], p[data-kind=calm] { margin-top: 10px; padding: 10px 14px; border-radius: var(--anteroom-radius, 10px); }
/* Tinted, so that the text keeps the color that reads on the page. */
p[data-kind=error] { border-inline-start: 4px solid #e5484d; background: color-mix(in srgb, #e5484d 14%, transparent); }
p[data-kind=calm] { background: color-mix(in srgb, currentColor 9%, transparent); }
h2 { margin: 0; font: inherit; }
h2 span { display: block; font-weight: 600; }
h2 b { font-weight: 700; font-size: 44px; line-height: 1.1; letter-spacing: -0.03em; }
h2 ~ div { opacity: 0.85; }
[part=closed] { display: grid; gap: 2px; justify-items: start; white-space: pre-line; overflow-wrap: anywhere; }
[part=closed] a { margin-top: 6px; }
p[data-kind=""]:not(:empty) { margin-top: 8px; }
[part=ticket] { margin-top: 16px; padding-top: 16px; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
[part=ticket] label { font-weight: 600; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 8px; }
.row input { text-overflow: ellipsis; }
.hint { min-height: 1.5em; font-size: 14px; }
a { color: inherit; font-weight: 600; text-underline-offset: 3px; }
a:focus-visible { border-radius: 4px; }
.plain { flex: none; height: auto; min-height: 44px; padding: 0 12px; border-color: color-mix(in srgb, currentColor 40%, transparent); background: transparent; color: inherit; white-space: normal; overflow-wrap: anywhere; }
p + .plain { margin-top: 8px; }
/* Questions: pills, with the fields inside them out of sight. */
form[data-asks] > :not(label[for]) { flex: 1 0 100%; }
form .question, form .pill { position: relative; overflow: visible; width: auto; height: auto; clip-path: none; white-space: normal; overflow-wrap: anywhere; }
.question { display: block; min-width: 0; margin: 4px 0; padding: 0; border: 0; }
.question b, legend { display: block; margin-bottom: 4px; padding: 0; font-weight: 600; }
.question > input, select { width: 100%; }
select { height: 48px; padding: 0 12px; border: 1px solid var(--anteroom-line, color-mix(in srgb, currentColor 50%, transparent)); border-radius: var(--anteroom-radius, 10px); background: var(--anteroom-field, color-mix(in srgb, currentColor 5%, transparent)); color: inherit; font: inherit; }
option { background: Canvas; color: CanvasText; }
.question .row { margin: 0; }
.pill { max-width: 100%; cursor: pointer; }
.pill input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
.pill span { display: block; padding: 8px 16px; border: 1px solid var(--anteroom-line, color-mix(in srgb, currentColor 50%, transparent)); border-radius: 24px; background: var(--anteroom-field, color-mix(in srgb, currentColor 5%, transparent)); }
.pill :checked + span { background: var(--anteroom-color, var(--brand, #1f7a57)); color: var(--anteroom-on-color, var(--on-brand, #fff)); }
.pill :focus-visible + span { outline: 2px solid #fff; box-shadow: 0 0 0 4px #111; }
.pill [aria-invalid] + span, select[aria-invalid] { border-color: #c4342b; }
form .question.tick { display: grid; grid-template-columns: auto 1fr; gap: 10px; cursor: pointer; }
.tick input { width: 22px; height: 22px; }
.asked { margin-top: 16px; }
dialog {
  width: min(380px, calc(100vw - 24px));
  padding: 24px;
  border: 0;
  border-radius: 16px;
  background: Canvas;
  color: CanvasText;
  color-scheme: light dark;
  box-shadow: 0 12px 48px rgb(0 0 0 / 0.35);
}
dialog::backdrop { background: rgb(0 0 0 / 0.5); }
dialog h2 { font-weight: 700; font-size: 20px; }
dialog p { margin: 4px 0 16px; }
dialog button { margin-top: 16px; border-color: currentColor; background: transparent; color: inherit; }
`;
