import { Duplex } from 'node:stream';

interface Guard {
  /** Ends the stream when it aborts. */
  readonly signal: AbortSignal;
  /** How much the other side may send in all. */
  readonly maxBytes: number;
  /** Takes what has come, returns what the driver may see of it, and throws over what it must not. */
  readonly check?: (chunk: Buffer) => Buffer;
}

/** The other side sent more than any answer to our questions takes. */
export class TooMuchDataError extends Error {
  readonly code = 'TOO_MUCH_DATA';

  constructor() {
    super('The server sent more than was asked for');
  }
}

/** The other side broke the rules of its protocol. */
export class ProtocolError extends Error {
  readonly code = 'PROTOCOL_VIOLATION';

  constructor() {
    super('The server does not speak the protocol of its kind');
  }
}

/**
 * What a driver is given instead of a way to connect: a socket that is connected already, to an address that was checked.
 * It ends with the deadline of the call, takes only so many bytes, and turns what a driver throws over an answer it
 * does not understand, which nothing would catch, into an error of the stream.
 */
export class GuardedStream extends Duplex {
  /** Read by `tls.connect`, which checks a certificate against it where there is no `servername`: for addresses. */
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

  /** pg asks its stream to connect; this one is. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  // Options of sockets that drivers set; what they would do has been done.
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
