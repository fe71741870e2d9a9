const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = text => String(text).replace(/[&<>"]/g, character => ENTITIES[character]);

const STYLE = `
body { max-width: 30rem; margin: 15vh auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif }
form, label { display: grid; gap: 0.5rem }
input, button { padding: 0.6rem 0.9rem; border: 1px solid #8a8f98; border-radius: 0.5rem; font: inherit }
button { border-color: #2b50e0; background: #2b50e0; color: #fff }
`;

/**
 * @param title - text
 * @param body - markup, or texts that become a list
 */
export const page = (title, body = []) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${typeof body === 'string' ? body : `<ul>${body.map(text => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`}
    </main>
  </body>
</html>`;
