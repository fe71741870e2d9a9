/** An object of the description. */
export type Json = Record<string, unknown>;
/** The parts of JSON Schema that our operations use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** A schema without its `null` alternative, and whether there was one. */
export function nonNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const [type, ...more] = schema.type.filter(each => each !== 'null');
    return {
      schema: { ...schema, type: more.length === 0 && type !== undefined ? type : schema.type },
      nullable: schema.type.includes('null'),
    };
  }
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = others;
  if (!schema.anyOf || others.length !== 1 || !only) return { schema, nullable: false };
  const { anyOf: _, ...rest } = schema;
  return { schema: { ...only, ...rest }, nullable: true };
}

/** Removes the safe integer range, which Zod adds to every integer. */
export function dropSafeRange(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

/** Values of fields, so that samples read like real ones. `plan.name` goes before `name`. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: 'b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
  name: 'Rocket Bikes',
  slug: 'rocket-bikes',
  url: 'https://anteroom.example/assets/5b0c7e1f9a3d4826.png',
  'waitlist.url': 'https://anteroom.example/w/rocket-bikes',
  'waitlists.url': 'https://anteroom.example/w/rocket-bikes',
  email: 'ada@example.com',
  domain: 'rocket-bikes.com',
  position: 7,
  referralCode: 'k7x4hjddem',
  brandColor: '#2b50e0',
  subject: 'You are number {{position}} on the list for {{waitlistName}}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  html: '<!doctype html><html lang="en"><head><title>Hello</title></head><body><p>Hi {{name}}</p></body></html>',
  referrerEmail: 'grace@example.com',
  allowedOrigins: ['https://rocket-bikes.com'],
  limit: 50,
  offset: 0,
  version: '1.0.0',
  method: 'GET',
  path: '/api/v1/waitlists',
  summary: 'List the waitlists of the account',
  priceUsd: 19,
  'plan.name': 'Free',
  'key.name': 'Production',
  'mcp.url': 'https://anteroom.example/api/mcp/mcp',
  'entries.name': 'Ada Lovelace',
  'variables.name': 'position',
  'template.name': 'Launch',
  'templates.name': 'Launch',
  'webhook.url': 'https://example.com/webhooks',
  'webhooks.url': 'https://example.com/webhooks',
  warnings: [],
  'emailRules.allow': [],
  'emailRules.block': ['example.org'],
  'usage.waitlists': 3,
  'usage.entries': 1284,
  'usage.imageBytes': 482_113,
  'aiGenerations.remaining': 49,
  'limits.waitlists': 20,
  'limits.imageBytes': 100_000_000,
  'limits.domains': 50,
  referralBoost: 3,
  reactCode: "function GeneratedWaitlist() { return React.createElement('h1', null, 'Rocket Bikes'); }",
  total: 1284,
  waiting: 1168,
  invited: 100,
  accepted: 16,
  'batch.accepted': 0,
  'batch.skipped': [],
  'batch.skippedCounts': [],
  'batches.accepted': 64,
  unsent: 0,
  'days.signups': 42,
  'topReferrers.email': 'grace@example.com',
  'topReferrers.name': 'Grace Hopper',
  'topReferrers.referralCount': 12,
  referrerId: '0d9e6c52-41f7-4b8a-8a53-6f1f2f0b7c11',
  'batch.expiresAt': '2026-11-16T09:30:00.000Z',
  'batches.expiresAt': '2026-11-16T09:30:00.000Z',
  'delivery.type': 'webhook.test',
  'delivery.state': 'pending',
  'delivery.attempts': 0,
  'variables.description': 'Their place in the queue',
  'html.rules': ['A complete document with html, head, and body'],
  'html.maxLength': 100_000,
  'format.example': 'Hi {{name}}, you are number {{position}}.',
};

/** A value that fits the schema, for samples. */
export function exampleOf(given: Schema, path = ''): unknown {
  if (path in SAMPLES) return SAMPLES[path];
  const name = path.replace(/^.*\./, '');
  const { schema, nullable } = nonNull(given);
  if (schema.default !== undefined) return schema.default;
  if (nullable && !(name in SAMPLES)) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([member, each]) => [
        member,
        exampleOf(each, path === '' ? member : `${path.replace(/^.*\./, '')}.${member}`),
      ]),
    );
  }
  if (name in SAMPLES) return SAMPLES[name];
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, path)] : [];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], path);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return textOf(schema.format);
  }
}

function textOf(format: string | undefined): string {
  switch (format) {
    case 'date-time':
      return '2026-11-02T09:30:00.000Z';
    case 'date':
      return '2026-11-02';
    case 'uuid':
      return String(SAMPLES.id);
    case 'uri':
      return 'https://example.com/';
    case 'email':
      return 'ada@example.com';
    default:
      return '…';
  }
}
