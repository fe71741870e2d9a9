/*
 * The one path of a place, however its link was written. The stack puts this file before each CloudFront Function of viewer
 * requests, and the local server imports it.
 */

/** What a path of ours begins with. Any other path stays as it is, so no redirect ever leads to another host. */
const PLACES = [
  'w',
  's',
  'c',
  'u',
  'docs',
  'changelog',
  'dashboard',
  'sign-in',
  'sign-out',
  'llms.txt',
  'skill.md',
  'embed.js',
];
const PROGRAMS = ['api', '.well-known'];

/** What is pasted with a slug or a token: blanks, a full stop, brackets. */
const AROUND_NAME = /^[^\w-]{1,20}|[^\w-]{1,20}$/g;

function tidyName(segment, isSlug) {
  try {
    const name = decodeURIComponent(segment).replace(AROUND_NAME, '');
    return name === '' ? segment : encodeURIComponent(isSlug ? name.toLowerCase() : name);
  } catch (_malformed) {
    return segment;
  }
}

/**
 * A path without slashes at its end, and for pages also without doubled ones, capitals in a slug, and what was pasted around a
 * slug or a token.
 */
function tidyPath(path) {
  const parts = path.split('/').filter(part => part !== '');
  const place = (parts[0] || '').toLowerCase();
  if (PROGRAMS.includes(place)) return path.replace(/^\/+/, '/').replace(/\/{1,20}$/, '');
  if (!PLACES.includes(place)) return path;
  parts[0] = place;
  if (place.length === 1 && parts.length > 1) {
    // A place as JSON ends in this, which belongs to no token.
    const ending = parts[1].endsWith('.json') ? '.json' : '';
    parts[1] = tidyName(parts[1].slice(0, parts[1].length - ending.length), place === 'w') + ending;
  }
  return `/${parts.join('/')}`;
}

/** Whether people read what is there. Programs are answered where they ask: many lose a body, or a key, in a redirect. */
function isPage(method, path) {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|\.well-known)\/|\.(json|txt|md)$/.test(path);
}

/**
 * Guides and the changelog are Markdown for programs that ask for it. No cache can confuse the two: both are asked for again
 * (`no-cache`), and their ETags differ.
 */
function documentAt(path, accept) {
  const hasMarkdown = /^\/(docs\/[a-z-]+|changelog)$/.test(path);
  return hasMarkdown && /\btext\/markdown\b/.test(accept) ? `${path}.md` : path;
}

/** CloudFront's response that leads to another path. The values of a query are encoded as they were sent. */
function redirectTo(path, querystring) {
  const query = Object.keys(querystring).flatMap(name =>
    (querystring[name].multiValue || [querystring[name]]).map(({ value }) => `${name}=${value}`),
  );
  return {
    statusCode: 308,
    statusDescription: 'Permanent Redirect',
    headers: { location: { value: query.length > 0 ? `${path}?${query.join('&')}` : path } },
  };
}

export { documentAt, isPage, redirectTo, tidyPath };
