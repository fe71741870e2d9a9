/** A file small enough to inline in a test. */
export interface TinyFile {
  readonly type: string;
  readonly base64: string;
}

/** One transparent pixel. */
export const TINY_GIF: TinyFile = {
  type: 'image/gif',
  base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

/** A font whose only letter, A, is a square. */
export const TINY_WOFF2: TinyFile = {
  type: 'font/woff2',
  base64:
    'd09GMgABAAAAAAEEAAoAAAAAAmwAAAC9AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAALMpIATYCJAMIywYEIAU+ByAbuQEoHgl2rMk63ToMI1Q68d/vx/bc9zANSUPSzM9UTZC9EyoxayRFppslCA9k4XDq5OafZ5JASgmmGFJhlrfFmRVDaMntJGxZEDx9Q6+jbIS6qSPseiHH1n0BAAIAw/jcjsHQ/KMteUIgL3WLJRBNMK1bQtcFw/+/2P+jQJaXvGgkqYrX3/Q4DXAy1yvtGQDgKmZcgfAnrSPIixCwqqPlh0VrgtIFBFW3rUmfEOMUKlLH6Ks9p65ca8B/6wAAAAA=',
};

export const dataUrl = ({ type, base64 }: TinyFile): string => `data:${type};base64,${base64}`;
