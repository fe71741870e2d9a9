import { type FileHandle, open } from 'node:fs/promises';

/** An email the service sent, as `/_local/mail.json` shows it. */
export interface KeptMessage {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Other headers that the service set, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** RFC 3339, UTC. */
  readonly sentAt: string;
}

/** Every email of a local run, in order, as lines of JSON in a file. */
export interface Mailbox {
  /** The number of messages. */
  readonly size: number;
  /** Resolves when the message is on disk. */
  append(message: KeptMessage): Promise<void>;
  /** At most `limit` messages, newest first, after the newest `skip`. */
  list(options: { skip: number; limit: number }): Promise<KeptMessage[]>;
  /** All messages as JSON, newest first, in batches that fit into memory. */
  newestFirst(): AsyncGenerator<string[]>;
  close(): Promise<void>;
}

const NEWLINE = 0x0a;
const SCAN_BYTES = 1 << 20;
const PIECE = 200;

/** Where each line ends. An incomplete last line was being written when the server was killed. */
async function lineEnds(handle: FileHandle): Promise<number[]> {
  const ends: number[] = [];
  const buffer = Buffer.allocUnsafe(SCAN_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, SCAN_BYTES, position);
    if (bytesRead === 0) return ends;
    const read = buffer.subarray(0, bytesRead);
    for (let at = read.indexOf(NEWLINE); at !== -1; at = read.indexOf(NEWLINE, at + 1)) {
      ends.push(position + at + 1);
    }
    position += bytesRead;
  }
}

/** Opens a mailbox file, or creates it. */
export async function openMailbox(file: string): Promise<Mailbox> {
  const handle = await open(file, 'a+', 0o600);
  const ends = await lineEnds(handle);
  await handle.truncate(ends.at(-1) ?? 0);

  let pending: { line: Buffer; kept: () => void; failed: (error: unknown) => void }[] = [];
  let writing: Promise<void> | undefined;

  /** Writes all waiting messages with one sync, until none are left. */
  async function write(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      try {
        await handle.appendFile(Buffer.concat(batch.map(({ line }) => line)));
        await handle.datasync();
        for (const { line, kept } of batch) {
          ends.push((ends.at(-1) ?? 0) + line.length);
          kept();
        }
      } catch (error) {
        await handle.truncate(ends.at(-1) ?? 0).catch(() => {});
        for (const { failed } of batch) failed(error);
      }
    }
    writing = undefined;
  }

  /** The lines from `from` up to `to`, newest first. */
  async function lines(from: number, to: number): Promise<string[]> {
    const start = ends[from - 1] ?? 0;
    const length = (ends[to - 1] ?? 0) - start;
    if (length <= 0) return [];
    const { buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer.toString('utf8').trimEnd().split('\n').reverse();
  }

  return {
    get size() {
      return ends.length;
    },
    append(message) {
      const line = Buffer.from(`${JSON.stringify(message)}\n`);
      const done = new Promise<void>((kept, failed) => pending.push({ line, kept, failed }));
      writing ??= write();
      return done;
    },
    async list({ skip, limit }) {
      const to = Math.max(0, ends.length - skip);
      const found = await lines(Math.max(0, to - limit), to);
      return found.map(line => JSON.parse(line) as KeptMessage);
    },
    async *newestFirst() {
      for (let to = ends.length; to > 0; to -= PIECE) yield lines(Math.max(0, to - PIECE), to);
    },
    async close() {
      await writing;
      await handle.close();
    },
  };
}
