import { once } from 'node:events';
import type { CardRenderer } from '../../core/cards/show-card.ts';
import { type Drawing, startDrawing } from './draw-card.ts';

/** A card takes about 0.3 s; a second one without its logo must fit into a request too. */
const LIMIT_MS = 10_000;

/**
 * {@link CardRenderer} with Takumi, in a worker for each card: WebAssembly does not yield, and a logo can be made to
 * take forever or to crash it.
 * @param packages - `node_modules`, or a folder with the same font packages and WebAssembly
 */
export function createCardRenderer(packages: string, limitMs = LIMIT_MS): CardRenderer {
  async function draw(drawing: Omit<Drawing, 'packages'>): Promise<Buffer> {
    const worker = startDrawing({ ...drawing, packages });
    try {
      const [png] = await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) });
      return Buffer.from(png);
    } finally {
      await worker.terminate();
    }
  }

  return {
    async render(card, logo) {
      if (logo === null) return draw({ card, logo });
      return draw({ card, logo }).catch(() => draw({ card, logo: null }));
    },
  };
}
