/** Additions to the strict policy, e.g. the origin of a bot challenge. */
export interface PageSecurityOptions {
  /** Origins whose scripts the shell may load, e.g. `https://challenges.cloudflare.com`. */
  readonly scriptSources?: readonly string[];
  /** Origins the shell may frame. */
  readonly frameSources?: readonly string[];
  /** Hashes of style sheets in the document. */
  readonly styleSources?: readonly string[];
  /** Origins of images. */
  readonly imageSources?: readonly string[];
  /** Origins the shell may call. */
  readonly connectSources?: readonly string[];
  /** Who may frame the page, besides pages of the same host; null: nobody, not even those. */
  readonly frameAncestors?: readonly string[] | null;
  /** Other origins to which forms lead: browsers apply the policy to redirects too. */
  readonly formTargets?: readonly string[];
}

const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The security headers of `GET /w/{slug}`.
 *
 * `frame-src 'self'` does double duty: it lets the shell load its frame, and it stops page code from navigating that
 * frame to another site (the parent's policy governs every navigation of its child).
 *
 * `clipboard-write` is left out of the permissions policy on purpose: a list here would have to name the frame's origin,
 * and an opaque origin cannot be named. The iframe's `allow` attribute grants it.
 */
export function pageSecurityHeaders(options: PageSecurityOptions = {}): Record<string, string> {
  const sources = (own: string, more: readonly string[] = []) => [own, ...more].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${sources("'self'", options.scriptSources)}`,
    `style-src ${sources("'self'", options.styleSources)}`,
    `img-src ${sources("'self' data:", options.imageSources)}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", options.connectSources)}`,
    `frame-src ${sources("'self'", options.frameSources)}`,
    // Without JavaScript, the default form is posted.
    `form-action ${sources("'self'", options.formTargets)}`,
    "base-uri 'none'",
    `frame-ancestors ${options.frameAncestors === null ? "'none'" : sources("'self'", options.frameAncestors)}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': deniedFeatures.map(feature => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
  };
}
