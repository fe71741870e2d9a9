import { randomBytes } from 'node:crypto';

/** A checkout session, with the fields of Stripe's API that the service reads. */
export interface StandInSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly mode: 'payment';
  readonly livemode: false;
  readonly amount_subtotal: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly customer_email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly created: number;
  readonly expires_at: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  url: string | null;
}

/** Shown on the checkout page and copied to the payment. */
export interface SessionExtras {
  readonly description: string;
  readonly paymentMetadata: Readonly<Record<string, string>>;
}

/** An error in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;

  constructor(status: number, error: Readonly<Record<string, string>>) {
    super(error.message ?? 'refused');
    this.status = status;
    this.error = error;
  }
}

const DAY_SECONDS = 24 * 3600;

export const makeId = (prefix: string): string =>
  `${prefix}_${randomBytes(24).toString('base64url').replace(/[-_]/g, '0')}`;

const now = (): number => Math.floor(Date.now() / 1000);

/** `metadata[a]=1` → `{a: '1'}`. */
function membersOf(form: URLSearchParams, name: string): Record<string, string> {
  const members: Record<string, string> = {};
  for (const [key, value] of form) {
    if (key.startsWith(`${name}[`) && key.endsWith(']')) members[key.slice(name.length + 1, -1)] = value;
  }
  return members;
}

function required(form: URLSearchParams, param: string): string {
  const value = form.get(param);
  if (value) return value;
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  });
}

function amountOf(form: URLSearchParams): number {
  const param = 'line_items[0][price_data][unit_amount]';
  const cents = required(form, param);
  if (!/^\d+$/.test(cents) || Number(cents) < 50 || Number(cents) > 99_999_999) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'parameter_invalid_integer',
      message: `Invalid integer: ${cents}`,
      param,
    });
  }
  return Number(cents);
}

/** The checkout sessions since startup. */
export class StandInSessions {
  readonly #sessions = new Map<string, StandInSession & SessionExtras>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  create(form: URLSearchParams): StandInSession {
    if (required(form, 'mode') !== 'payment') {
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: 'The stand-in only knows the mode "payment"',
        param: 'mode',
      });
    }
    const id = makeId('cs_test');
    const amount = amountOf(form);
    const created = now();
    const session: StandInSession & SessionExtras = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      livemode: false,
      amount_subtotal: amount,
      amount_total: amount,
      currency: required(form, 'line_items[0][price_data][currency]'),
      client_reference_id: form.get('client_reference_id'),
      customer_email: form.get('customer_email'),
      metadata: membersOf(form, 'metadata'),
      success_url: required(form, 'success_url'),
      cancel_url: form.get('cancel_url'),
      created,
      expires_at: created + DAY_SECONDS,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${this.#baseUrl}/_local/checkout?session=${id}`,
      description: required(form, 'line_items[0][price_data][product_data][name]'),
      paymentMetadata: membersOf(form, 'payment_intent_data[metadata]'),
    };
    this.#sessions.set(id, session);
    return this.show(session);
  }

  find(id: string): (StandInSession & SessionExtras) | undefined {
    const session = this.#sessions.get(id);
    if (session?.status === 'open' && session.expires_at <= now()) {
      session.status = 'expired';
      session.url = null;
    }
    return session;
  }

  /** In the format of the API. */
  show({ description: _, paymentMetadata: __, ...session }: StandInSession & SessionExtras): StandInSession {
    return session;
  }

  /** Marks an open session as paid. */
  pay(id: string): (StandInSession & SessionExtras) | undefined {
    const session = this.find(id);
    if (session?.status !== 'open') return undefined;
    session.status = 'complete';
    session.payment_status = 'paid';
    session.payment_intent = makeId('pi');
    session.url = null;
    return session;
  }
}
