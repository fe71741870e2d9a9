/*
 * The languages that a browser wants, of those that waitlists can have. The stack puts this file before each CloudFront Function
 * of viewer requests, and the local server imports it.
 */

/** As in core/languages/language.ts. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar'];

/**
 * `Accept-Language` as `de,en`: each language once, the most wanted first, and nothing that makes one browser differ from others.
 * Pages depend on it, so it is part of their cache key.
 */
function tidyLanguages(header) {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part, place) => {
      const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(part);
      return {
        language: part
          .trim()
          .toLowerCase()
          .split(/[-;\s]/)[0],
        weight: quality ? Number(quality[1]) : 1,
        place,
      };
    })
    .filter(each => each.weight > 0 && LANGUAGES.includes(each.language))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(each => each.language);
  return wanted.filter((language, place) => wanted.indexOf(language) === place).join(',');
}

/** Changes what CloudFront passes on, and keys on. */
function keepLanguages(headers) {
  const wanted = tidyLanguages(headers['accept-language'] ? headers['accept-language'].value : '');
  if (wanted === '') delete headers['accept-language'];
  else headers['accept-language'] = { value: wanted };
}

/** The query of a page without what changes nothing on it. */
function pageQuery(sent) {
  const query = {};
  if (sent.ref) query.ref = sent.ref;
  if (sent.lang && LANGUAGES.includes(sent.lang.value)) query.lang = sent.lang;
  return query;
}

export { keepLanguages, LANGUAGES, pageQuery, tidyLanguages };
