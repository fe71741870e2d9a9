import { Duplex } from 'node:stream';

interface Guard {
  /** Ends the stream when aborted. */
  readonly signal: AbortSignal;
  /** The most bytes the server may send. */
  readonly maxBytes: number;
  /** Takes received bytes, returns those the driver may read, and throws if they are invalid. */
  readonly check?: (chunk: Buffer) => Buffer;
}

/** The server sent more than any valid answer. */
export class TooMuchDataError extends Error {
  readonly code = 'TOO_MUCH_DATA';

  constructor() {
    super('The server sent more data than requested');
  }
}

/** The server violated its protocol. */
export class ProtocolError extends Error {
  readonly code = 'PROTOCOL_VIOLATION';

  constructor() {
    super('The server violated its protocol');
  }
}

/**
 * An open socket to a checked address, given to a driver so that it does not connect itself. It ends at the call's
 * deadline, limits the bytes received, and turns exceptions that a driver throws while parsing, which nothing would
 * catch, into errors of the stream.
 */
export class GuardedStream extends Duplex {
  /** Read by `tls.connect`, which checks the certificate against it if there is no `servername`: for IP addresses. */
  readonly _host: string;
  readonly #socket: Duplex;
  readonly #guard: Guard;
  #received = 0;

  constructor(socket: Duplex, host: string, guard: Guard) {
    super({ allowHalfOpen: false });
    this._host = host;
    this.#socket = socket;
    this.#guard = guard;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', error => this.destroy(error));
    socket.on('close', () => this.destroy());
    const onAbort = () => this.destroy(guard.signal.reason);
    guard.signal.addEventListener('abort', onAbort, { once: true });
    this.once('close', () => guard.signal.removeEventListener('abort', onAbort));
    if (guard.signal.aborted) onAbort();
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received > this.#guard.maxBytes) {
      this.destroy(new TooMuchDataError());
      return;
    }
    try {
      const passed = this.#guard.check?.(chunk) ?? chunk;
      if (passed.length > 0 && !this.push(passed)) this.#socket.pause();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values);
    try {
      return super.emit(event, ...values);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error('The driver threw no error'));
      return true;
    }
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    // Surface the TLS error before closing: the driver reports only the first error.
    setImmediate(done, error);
  }

  /** pg calls this to connect; the stream already is. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  // Socket options that drivers set; already set here.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
