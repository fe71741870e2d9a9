import { createHash } from 'node:crypto';
import { FONTS } from './tokens.ts';

const DIGITS = 6;

/** The cells lie under one field, so that pasting, filling in by the browser, and screen readers work as in any field. */
export const CODE_STYLE = `
.cells{--cell:clamp(28px,(100vw - 138px)/${DIGITS},52px);--gap:8px;position:relative;display:grid;grid-template-columns:repeat(${DIGITS},var(--cell));gap:var(--gap);height:60px;font:500 1.625rem/1 ${FONTS.code}}
.cells i{border:1px solid var(--edge);border-radius:10px}
.cells i.next{outline:2px solid var(--ring);outline-offset:-1px}
.cells:not(:has(.next)):focus-within i{outline:2px solid var(--ring);outline-offset:-1px}
.cells:has([aria-invalid]) i{border-color:var(--error)}
.cells input[type=text]{position:absolute;inset:0 auto 0 0;width:calc(100% + 34px);padding:0 0 0 calc((var(--cell) - 1ch)/2);border:0;outline:0;background:none;font:inherit;letter-spacing:calc(var(--cell) + var(--gap) - 1ch)}
@media (forced-colors:active){.cells input[type=text]{forced-color-adjust:none;color:CanvasText}}
`;

/** Sends the form on the last digit, once. Without it, the button does. */
const SCRIPT = `
const field = document.getElementById('code');
const { form } = field;
const cells = [...document.querySelectorAll('.cells i')];
const button = form.querySelector('button');
let isSent = false;
const mark = () => cells.forEach((cell, index) =>
  cell.classList.toggle('next', document.activeElement === field && index === Math.min(field.value.length, cells.length - 1)));
field.addEventListener('input', event => {
  if (event.isComposing) return;
  const digits = field.value.normalize('NFKC').replace(/\\D/g, '').slice(0, cells.length);
  if (digits !== field.value) field.value = digits;
  mark();
  if (digits.length === cells.length) form.requestSubmit();
});
for (const type of ['focus', 'blur']) field.addEventListener(type, mark);
form.addEventListener('submit', event => {
  if (isSent) event.preventDefault();
  isSent = true;
  button.textContent = 'Signing in…';
});
addEventListener('pageshow', () => {
  isSent = false;
  button.textContent = 'Sign in';
  mark();
});
`;

/** The source for the content security policy of the pages that may have the field. */
export const CODE_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/** @param attributes - more attributes of the field, as markup */
export const codeField = (attributes: string): string => `<label for="code">Code</label>
<div class="cells">${'<i></i>'.repeat(DIGITS)}<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required autofocus${attributes}></div>`;

/** After the form. */
export const CODE_SCRIPT = `<script type="module">${SCRIPT}</script>`;
