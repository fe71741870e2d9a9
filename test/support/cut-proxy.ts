import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy that a test can cut: open connections are dropped, and new ones fail. */
export interface CutProxy {
  /** The server's URL, through this proxy. */
  through(url: string): string;
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  let away = false;

  const server = createServer(client => {
    if (away) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  const proxy: CutProxy = {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${port}`;
      return changed.href;
    },
    cut() {
      away = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    restore() {
      away = false;
    },
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
