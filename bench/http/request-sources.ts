/** What the requests of a cell are: data, because they are made in another process. */
export type RequestSource =
  | {
      readonly kind: 'signups';
      readonly slug: string;
      /** Makes emails unique among cells. */
      readonly cell: string;
    }
  | {
      readonly kind: 'reads';
      /** Used in turn, so that each account sends the same share. */
      readonly readers: readonly { readonly slug: string; readonly key: string }[];
      /** The reader to begin with. */
      readonly from: number;
    };

/** Gives the next request, as it stands on the wire. */
export type NextRequest = () => string;

/** Each signup comes from an address of its own in 10.0.0.0/8, so the limiter works and never refuses. */
function signups({ slug, cell }: RequestSource & { kind: 'signups' }): NextRequest {
  const head = `POST /w/${slug}/signups HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  let count = 0;
  return () => {
    count++;
    const body = `{"email":"u${count}.${cell}@bench.test","name":"Ada Lovelace"}`;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    return `${head}x-forwarded-for: ${address}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
}

function reads({ readers, from }: RequestSource & { kind: 'reads' }): NextRequest {
  const requests = readers.map(
    ({ slug, key }) =>
      `GET /api/v1/waitlists/${slug} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  let next = from;
  return () => requests[next++ % requests.length] ?? '';
}

export const requestsOf = (source: RequestSource): NextRequest =>
  source.kind === 'signups' ? signups(source) : reads(source);
