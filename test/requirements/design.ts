import { requirements } from './requirement.ts';

/** Beyond 2: the design of a page without code. */
export const design = [
  ...requirements(
    { source: 'beyond', section: '2', status: 'built', issue: 19 },
    {
      'design.defaults':
        'A new waitlist has the template `door`, the appearance `auto`, and no other design.',
      'design.in-every-response': '`design` is in every response that returns a waitlist.',
      'design.partial': 'Only the members of `design` that are sent change, also under concurrency.',
      'design.null-clears': '`null` clears any member of `design` but `template` and `appearance`.',
      'design.lengths': '`headline` has at most 80 characters, `tagline` 200, and `buttonLabel` 30.',
      'design.refused-400': 'A `design` that is not acceptable is a 400 `validation_failed` with `details`.',
      'design.launch-at': '`launchAt` is any date-time with a time zone, returned in UTC.',
      'design.code-makes-custom': 'Sending `reactCode` makes `template` `custom`.',
      'design.template-drops-code': 'Sending a built-in `template` removes the page code.',
      'design.custom-without-code-400': '`template: "custom"` where there is no page code is a 400.',
      'design.code-with-template-400': '`reactCode` with a built-in template is a 400.',
      'design.served-code': '`reactCode` of GET is the code that the page runs.',
      'design.image-urls': '`logoUrl` and `imageUrl` are https urls; ours must be stored images of any type.',
      'design.text-on-brand-color':
        'The text color on a brand color is black or white, with a contrast of at least 4.5:1.',
      'design.props': '`props.design` has the design and `onBrandColor`.',
      'design.lead': '`props.waitlist.lead` is the tagline, else `seoDescription`, else a neutral sentence.',
      'page.font': 'Pages have a variable web font of ours, which a first visit loads once.',
      'page.first-paint':
        'Until the page code has rendered, the HTML itself shows name, lead, and form, in the design’s colors, without a layout shift.',
      'card.without-og-image':
        'A page without `ogImage` has a card made by us in its tags; `ogImage` stays null.',
      'card.url-in-api':
        'The dashboard gets the URL of the card from `get_card`, also while `ogImage` is set.',
      'card.png': 'A card is a PNG of 1200x630.',
      'card.immutable': 'What is at the URL of a card never changes.',
      'card.changes-with-content': 'The URL of a card changes with name, lead, color, and logo.',
      'card.foreign-404': 'A card is drawn only for its own waitlist and what that shows now.',
      'card.deleted-404': 'The card of a deleted waitlist is a 404.',
      'card.own-logo': 'A card shows only logos uploaded to us, and fetches nothing else.',
      'templates.layout': 'Every built-in template fits 320 to 1920 px, whatever its texts and images.',
      'templates.accessible': 'No state of a built-in template has axe violations, in light and dark.',
      'templates.design': 'Every built-in template shows the logo, the texts, and the exact brand color.',
      'templates.appearance': 'A template follows the system’s color scheme unless `appearance` forces one.',
      'templates.motion': 'A template does not move for visitors who prefer reduced motion.',
      'templates.countdown': '`countdown` shows `launchAt`, counts down to it, and says that it has passed.',
      'templates.leaderboard':
        '`leaderboard` shows the place that friends would give, without anybody’s data.',
    },
  ),
] as const;
