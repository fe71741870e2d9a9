import { SaxesParser } from 'saxes';

/** Reads the texts of an XML document by element path: `Delete/Object/Key` has one for each object. */
export function readXml(xml: string): (path: string) => string[] {
  const texts = new Map<string, string[]>();
  const path: string[] = [];
  let current = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
    current = '';
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, text => {
      current += text;
    });
  }
  parser.on('closetag', () => {
    const key = path.join('/');
    texts.set(key, [...(texts.get(key) ?? []), current]);
    path.pop();
    current = '';
  });
  parser.write(xml).close();
  return wanted => texts.get(wanted) ?? [];
}
