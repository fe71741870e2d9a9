interface SignupSource {
  readonly kind: 'signups';
  readonly slug: string;
  /** Twelve hex digits that make this cell's emails and addresses unique. */
  readonly cell: string;
}

/** One waitlist, or a page of its signups, over REST or with the agents' tool. */
interface ReaderSource {
  readonly kind: 'reads' | 'entries' | 'entries by tool';
  /** Used in rotation, so that each account sends the same share. */
  readonly readers: readonly { readonly slug: string; readonly key: string }[];
  /** The first reader to use. */
  readonly from: number;
}

/** Describes a cell's requests as data, because another process sends them. */
export type RequestSource = SignupSource | ReaderSource;

/** Returns the next request, as raw HTTP. */
export type NextRequest = () => string;

/** Repeats these requests in order, forever. */
function inTurn(requests: readonly string[], from: number): NextRequest {
  let next = from;
  return () => requests[next++ % requests.length] ?? '';
}

/**
 * Each signup has its own address in 10.0.0.0/8, so the rate limiter works and never refuses. The start varies by cell,
 * because addresses seen before cost more than those of most visitors, who come once.
 */
function signups({ slug, cell }: SignupSource): NextRequest {
  const head = `POST /w/${slug}/signups HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  let count = Number.parseInt(cell.slice(0, 6), 16);
  return () => {
    count++;
    const body = `{"email":"u${count}.${cell}@bench.test","name":"Ada Lovelace"}`;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    return `${head}x-forwarded-for: ${address}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
}

function gets({ readers, from }: ReaderSource, resource: '' | '/entries'): NextRequest {
  const requests = readers.map(
    ({ slug, key }) =>
      `GET /api/v1/waitlists/${slug}${resource} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  return inTurn(requests, from);
}

function entriesByTool({ readers, from }: ReaderSource): NextRequest {
  const requests = readers.map(({ slug, key }) => {
    const params = { name: 'list_entries', arguments: { id: slug } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return [
      'POST /api/mcp/mcp HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      'accept: application/json, text/event-stream',
      'mcp-protocol-version: 2025-11-25',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  });
  return inTurn(requests, from);
}

export function requestsOf(source: RequestSource): NextRequest {
  switch (source.kind) {
    case 'signups':
      return signups(source);
    case 'reads':
      return gets(source, '');
    case 'entries':
      return gets(source, '/entries');
    case 'entries by tool':
      return entriesByTool(source);
  }
}
