import { EMBED_ELEMENT, EMBED_PATH } from '../../../core/waitlists/own-site-snippets.ts';

const loads = new Map<string, Promise<void>>();

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    const fail = () => {
      script.remove();
      loads.delete(src);
      reject(new Error(`${src} did not load`));
    };
    script.addEventListener('error', fail);
    // Another site may answer with a page.
    script.addEventListener('load', () => (customElements.get(EMBED_ELEMENT) ? resolve() : fail()));
    document.head.append(script);
  });
}

/** Loads the element once, unless the page has it. After a failure, the next call tries again. */
export function loadEmbed(baseUrl: string): Promise<void> {
  if (customElements.get(EMBED_ELEMENT)) return Promise.resolve();
  const src = baseUrl + EMBED_PATH;
  const load = loads.get(src) ?? addScript(src);
  loads.set(src, load);
  return load;
}
