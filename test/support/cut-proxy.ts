import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy that a test can cut (connections break, new ones fail) or freeze (connections stay open, and nothing moves). */
export interface CutProxy {
  /** The server's URL, through this proxy. */
  through(url: string): string;
  cut(): void;
  freeze(): void;
  /** Ends a cut or a freeze. */
  restore(): void;
  /** How many it has had. */
  connections(): number;
  stop(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port: targetPort } = new URL(target);
  /** Each socket, and the one it is connected with. */
  const open = new Map<Socket, Socket>();
  let state: 'on' | 'cut' | 'frozen' = 'on';
  let connections = 0;

  const server = createServer(client => {
    connections++;
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.set(socket, other);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      if (state === 'on') socket.pipe(other);
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
      state = 'cut';
      for (const socket of open.keys()) socket.resetAndDestroy();
    },
    freeze() {
      state = 'frozen';
      for (const [socket, other] of open) socket.unpipe(other).pause();
    },
    restore() {
      if (state === 'frozen') for (const [socket, other] of open) socket.pipe(other);
      state = 'on';
    },
    connections: () => connections,
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
