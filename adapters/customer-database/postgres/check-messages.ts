import { ProtocolError } from '../guarded-stream.ts';

const HEADER = 5;

/** Reads a message body from start to end, and never past it. */
class Cursor {
  readonly #body: Buffer;
  #offset = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#body.length;
  }

  skip(bytes: number): void {
    this.#offset += bytes;
    if (bytes < 0 || this.#offset > this.#body.length) throw new ProtocolError();
  }

  #number(bytes: number): number {
    this.skip(bytes);
    return this.#body.readIntBE(this.#offset - bytes, bytes);
  }

  byte = (): number => this.#number(1);
  int16 = (): number => this.#number(2);
  int32 = (): number => this.#number(4);

  /** Text up to a zero byte. @returns whether there was any */
  text = (): boolean => {
    const end = this.#body.indexOf(0, this.#offset);
    if (end === -1) throw new ProtocolError();
    const any = end > this.#offset;
    this.#offset = end + 1;
    return any;
  };
}

function checkFields(cursor: Cursor): void {
  while (cursor.byte() !== 0) cursor.text();
}

function checkAuthentication(cursor: Cursor, length: number): void {
  switch (cursor.int32()) {
    case 0: // it is complete
    case 3: // the password itself
      break;
    case 5: // a digest of it, with a salt
      cursor.skip(4);
      break;
    case 10: // names of mechanisms, and an empty one
      while (cursor.text());
      break;
    case 11: // what a mechanism says
    case 12:
      cursor.skip(length - 4);
      break;
    default:
      throw new ProtocolError();
  }
}

function checkRow(cursor: Cursor): void {
  for (let left = cursor.int16(); left > 0; left--) {
    const size = cursor.int32();
    // -1 is null.
    if (size !== -1) cursor.skip(size);
  }
}

function checkDescription(cursor: Cursor): void {
  for (let left = cursor.int16(); left > 0; left--) {
    cursor.text();
    cursor.skip(18);
  }
}

/** The messages that answer our queries, and their formats; every other message is rejected. */
const FORMS: Readonly<Record<string, (cursor: Cursor, length: number) => void>> = {
  R: checkAuthentication,
  S: cursor => {
    cursor.text();
    cursor.text();
  },
  K: (cursor, length) => cursor.skip(Math.max(length, 8)),
  Z: cursor => cursor.skip(1),
  T: checkDescription,
  D: checkRow,
  C: cursor => {
    cursor.text();
  },
  E: checkFields,
  N: checkFields,
  A: cursor => {
    cursor.int32();
    cursor.text();
    cursor.text();
  },
  // Messages without a body: parsed, bound, closed, no data, empty query, suspended.
  1: () => {},
  2: () => {},
  3: () => {},
  n: () => {},
  I: () => {},
  s: () => {},
};

function checkMessage(type: string, body: Buffer): void {
  const form = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  if (!form) throw new ProtocolError();
  const cursor = new Cursor(body);
  form(cursor, body.length);
  if (!cursor.isAtEnd) throw new ProtocolError();
}

/**
 * Buffers received bytes until a message is complete, and passes it on only if it is valid. The driver trusts a
 * message's contents: an unterminated text or an invalid count makes it loop forever.
 *
 * @returns takes received bytes, and returns those that may be passed on; throws {@link ProtocolError}
 */
export function createMessageCheck(maxMessage: number): (chunk: Buffer) => Buffer {
  let waiting: Buffer[] = [];
  let size = 0;
  /** Bytes required before the next check. */
  let needed = HEADER;

  return chunk => {
    waiting.push(chunk);
    size += chunk.length;
    if (size < needed) return Buffer.alloc(0);
    const buffer = Buffer.concat(waiting, size);
    let offset = 0;
    needed = HEADER;
    while (size - offset >= HEADER) {
      const length = buffer.readInt32BE(offset + 1);
      if (length < 4 || length > maxMessage) throw new ProtocolError();
      const end = offset + 1 + length;
      if (end > size) {
        needed = 1 + length;
        break;
      }
      checkMessage(buffer.toString('latin1', offset, offset + 1), buffer.subarray(offset + HEADER, end));
      offset = end;
    }
    const rest = buffer.subarray(offset);
    waiting = [rest];
    size = rest.length;
    return buffer.subarray(0, offset);
  };
}
