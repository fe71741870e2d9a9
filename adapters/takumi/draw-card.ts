import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { initSync, Renderer } from '@takumi-rs/wasm';
import { CARD_SIZE, type Card } from '../../core/pages/card.ts';
import { createCardFonts } from './card-fonts.ts';
import { INVITATION, layOutCard } from './card-layout.ts';

/** Lays out, shapes text, and encodes, in WebAssembly. */
export const WASM_FILE = '@takumi-rs/wasm/pkg/takumi_wasm_bg.wasm';

/** Ends texts that are cut. */
const ELLIPSIS = '…';

/** A card to draw. */
export interface Drawing {
  /** The folder of {@link WASM_FILE} and the fonts. */
  readonly packages: string;
  readonly card: Card;
  readonly logo: Uint8Array | null;
}

/** The PNG of a card. Does not return from a hostile logo, so call it in a worker. */
export async function drawCard({ packages, card, logo }: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = createCardFonts(packages);
  const name = fonts.readable(card.name);
  const lead = fonts.readable(card.lead);
  const used = fonts.fontsFor([name ?? '', lead ?? '', INVITATION, ELLIPSIS]);
  initSync({ module: readFileSync(join(packages, WASM_FILE)) });
  const renderer = new Renderer();
  for (const { family, data, points } of used) {
    await renderer.registerFont({ name: family, data, unicodeRange: points.map(point => [point, point]) });
  }
  const fontFamily = [...new Set(used.map(({ family }) => family))].join(', ');
  const node = await layOutCard(card, { name, lead, fontFamily }, logo, each => renderer.measure(each));
  return renderer.render(node, { ...CARD_SIZE, format: 'png' });
}

const TASK = 'draw-card';

/** Draws a card in a worker, whose first message is the PNG. */
export const startDrawing = (drawing: Drawing): Worker =>
  new Worker(new URL(import.meta.url), { workerData: { ...drawing, task: TASK } });

// A bundle has other modules too, and their workers have other tasks.
if (!isMainThread && workerData?.task === TASK) {
  void drawCard(workerData as Drawing).then(png => parentPort?.postMessage(png));
}
