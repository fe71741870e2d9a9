import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { ConnectorError } from '../../core/customer-database/connector.ts';
import { isAllowedAddress } from '../../core/customer-database/host-name.ts';

/** Every address of a host name, from the system's resolver. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async host =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The most addresses to try. */
const MAX_TRIED = 3;
const DIAL_MS = 3_000;

/** Settles like `promise`, or fails when the signal aborts, whichever is first. */
export async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The value of a socket's next event of that name; fails if the socket closes first. */
export async function nextEvent<Value>(socket: Socket, event: string, signal: AbortSignal): Promise<Value> {
  const closed = Promise.withResolvers<never>();
  const onClose = () => closed.reject(new Error('The server closed the connection'));
  socket.once('close', onClose);
  try {
    const happened = once(socket, event, { signal });
    const [value] = await Promise.race([happened, closed.promise]);
    return value as Value;
  } finally {
    socket.off('close', onClose);
  }
}

async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  try {
    return await untilAborted(resolve(host), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') {
      throw new ConnectorError(
        'failed',
        'The host in the connection string does not exist. Check its spelling.',
      );
    }
    throw error;
  }
}

/**
 * Looks up a host once; we connect only to the returned addresses, even if the name changes later.
 * @throws {ConnectorError} of kind `refused` if any address is not on the public internet
 */
export async function pinAddresses(
  host: string,
  options: { readonly resolve: Resolve; readonly allowLoopback: boolean; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const addresses = await lookUp(host, options.resolve, options.signal);
  if (!addresses.every(address => isAllowedAddress(address, options.allowLoopback))) {
    throw new ConnectorError(
      'refused',
      'The host in the connection string does not have a public address. Use a server on the public internet.',
    );
  }
  // Functions do not have IPv6 everywhere, so try IPv4 first.
  const inOrder = [...addresses.filter(isIPv4), ...addresses.filter(address => !isIPv4(address))];
  if (inOrder.length === 0) {
    throw new ConnectorError(
      'failed',
      'The host in the connection string has no address. Check its spelling.',
    );
  }
  return inOrder.slice(0, MAX_TRIED);
}

async function dialOne(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false });
  // An error after the promise has settled only closes the socket.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(DIAL_MS)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Connects to the first address that responds, without looking up a name. */
export async function dial(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await dialOne(address, port, signal);
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
    }
  }
  throw failure;
}
