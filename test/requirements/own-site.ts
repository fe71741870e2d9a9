import { requirements } from './requirement.ts';

/** Beyond 3: a waitlist on a site of its owner. */
export const ownSite = requirements(
  { source: 'beyond', section: '3', status: 'built', issue: 19 },
  {
    'own-site.allowed-origins':
      '`allowedOrigins` is in the input and output of a waitlist; by default there are none.',
    'own-site.exact-origins':
      '`allowedOrigins` are at most 20 exact origins as a browser writes them: https, or http on loopback in the local run.',
    'own-site.share-url': '`shareUrl` is nullable, below an allowed origin, without query or fragment.',
    'own-site.share-url-needs-origin': 'Taking the origin of `shareUrl` away is a 400 that names `shareUrl`.',
    'own-site.share-url-in-links': 'With `shareUrl`, `referralLink` is `{shareUrl}?ref={code}`.',
    'own-site.preflight': 'The preflight of a signup passes for any origin.',
    'own-site.cors': 'Every answer to a signup can be read by an allowed origin.',
    'own-site.origin-refused':
      'A foreign or `null` `Origin` that is not allowed is a 403 `origin_not_allowed`, readable there, and joins nobody.',
    'own-site.no-origin': 'Without `Origin`, and from the page’s own origin, a signup works as before.',
    'own-site.form': 'A signup can be a urlencoded form with the same fields.',
    'own-site.form-to-status': 'A form leads to the place page with a 303.',
    'own-site.form-to-redirect-url':
      'A form leads to its `redirectUrl` with a 303, which must be below an allowed origin, else 400.',
    'own-site.form-errors': 'What is wrong with a form is shown on a page of ours with the same status code.',
    'own-site.form-known-email':
      'A form with a known email leads to `redirectUrl`, or to a page that says so; the link is only mailed.',
    'own-site.embed':
      '`{base_url}/embed.js` is a classic script that defines `<anteroom-waitlist slug="…">` on pages of any origin.',
    'own-site.embed-size': '`embed.js` has at most 12,000 bytes gzipped.',
    'own-site.embed-settings':
      'Any page may read what the form shows of the waitlist, and where people can join, and nothing else.',
    'own-site.embed-anywhere':
      'The script works as a classic script, a module, by `import()`, inside another file, and inlined; a server that does not answer is not called a closed waitlist.',
    'own-site.embed-ticket':
      'After joining, the element shows the place, the link to copy and share, and what a friend gives; this browser remembers it.',
    'own-site.embed-warning': 'On a site that is not allowed, the script says so in the console.',
    'own-site.embed-name': 'With `ask-name`, the form asks for a name too.',
    'own-site.embed-design': 'The form has an open shadow root and the color and label of the design.',
    'own-site.embed-styling':
      'The form can be styled with `--anteroom-…` and `::part(form|input|button|message)`.',
    'own-site.embed-ref':
      'The form sends the `?ref=` of the page around it, also from a frame that can read it.',
    'own-site.embed-events': 'The form sends `anteroom:joined` and `anteroom:error`.',
    'own-site.embed-challenge': 'The form runs the bot challenge in the top document.',
    'own-site.embed-react': 'The form works in React, also when it is added later.',
    'own-site.embed-hostile-css': 'Styles of the page do not break the form.',
    'own-site.embed-accessible':
      'The form works with the keyboard and a screen reader, on light and dark pages.',
    'own-site.framed':
      'Allowed origins may frame the page and the place, on the custom domain too; pages that act on a click may be framed by nobody.',
    'own-site.no-javascript': 'The hosted page works without JavaScript where no challenge is on.',
  },
);
