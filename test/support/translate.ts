/**
 * Does to a document what Chrome does when it translates one, now and after each change: each text is replaced by two `font`
 * elements. The words stay as they are. Runs in the browser.
 */
export const TRANSLATE = `{
  const translate = () => {
    const texts = [], walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement.closest('head, script, style, textarea, svg, font, [translate=no]')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text.data);
    }
  };
  new MutationObserver(translate).observe(document, { childList: true, subtree: true, characterData: true });
}`;
