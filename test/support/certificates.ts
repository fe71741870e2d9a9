import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

// Just enough DER and X.509 for test certificates: Node.js can read certificates but not create them.

const length = (size: number): Buffer =>
  size < 128
    ? Buffer.from([size])
    : size < 256
      ? Buffer.from([0x81, size])
      : Buffer.from([0x82, size >> 8, size & 255]);

const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
};

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => tagged(0x03, Buffer.from([0]), content);
const utcTime = (date: Date) =>
  tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const commonName = (name: string) =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));
const extension = (id: string, critical: boolean, content: Buffer) =>
  sequence(oid(id), ...(critical ? [tagged(0x01, Buffer.from([255]))] : []), tagged(0x04, content));

const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), Buffer.from([5, 0]));
const DAY_MS = 86_400_000;

interface Party {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const party = (name: string): Party => ({ name, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

function certify(
  subject: Party,
  issuer: Party,
  extensions: readonly Buffer[],
  expiresInDays: number,
): string {
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, Buffer.from([2, 1, 2])),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_WITH_RSA,
    commonName(issuer.name),
    sequence(utcTime(new Date(now - 2 * DAY_MS)), utcTime(new Date(now + expiresInDays * DAY_MS))),
    commonName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = createSign('sha256').update(body).sign(issuer.privateKey);
  const base64 = sequence(body, SHA256_WITH_RSA, bits(signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** The settings of a TLS server, all in PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A certificate authority for a test. */
export interface CertificateAuthority {
  /** Its own certificate in PEM, for clients to trust. */
  readonly certificate: string;
  issue(names: { readonly dns?: string; readonly ip?: string }, expiresInDays?: number): ServerCertificate;
}

export function createAuthority(): CertificateAuthority {
  const authority = party('Anteroom Test Authority');
  const isAuthority = extension('551d13', true, sequence(tagged(0x01, Buffer.from([255]))));
  const maySign = extension('551d0f', true, tagged(0x03, Buffer.from([1, 0x06])));
  return {
    certificate: certify(authority, authority, [isAuthority, maySign], 30),
    issue({ dns, ip }, expiresInDays = 30) {
      const server = party(dns ?? ip ?? 'nobody');
      const names = sequence(
        ...(dns ? [tagged(0x82, Buffer.from(dns))] : []),
        ...(ip ? [tagged(0x87, Buffer.from(ip.split('.').map(Number)))] : []),
      );
      return {
        certificate: certify(server, authority, [extension('551d11', false, names)], expiresInDays),
        privateKey: String(server.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      };
    },
  };
}
