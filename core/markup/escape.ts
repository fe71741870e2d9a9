const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, character => entities[character] ?? character);
}

/**
 * JSON for a `<script type="application/json">` block. No `<` is left, so neither `</script>` nor `<!--` can end or
 * bend the element; U+2028 and U+2029 are escaped for readers that treat the text as JavaScript.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
