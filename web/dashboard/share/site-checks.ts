import type { TurnstileStatus, Waitlist } from '../api/queries.ts';

/** How the form gets onto the owner's own site. */
export type Way = 'embed' | 'form' | 'fetch';

export interface SiteCheck {
  /** `missing` breaks the form, `advice` is something we cannot see or that is worth doing. */
  readonly state: 'done' | 'missing' | 'advice';
  readonly title: string;
  readonly text?: string;
}

interface SiteSetup extends Pick<Waitlist, 'shareUrl'> {
  readonly allowedOrigins: readonly string[];
  readonly challenge: TurnstileStatus['mode'];
  /** The hosted page. */
  readonly pageUrl: string;
}

const hostOf = (url: string): string => new URL(url).host;

/** The checks of a form on the owner's site: what is set up, and what is still missing. */
export function checkSite(
  way: Way,
  { allowedOrigins, shareUrl, challenge, pageUrl }: SiteSetup,
): SiteCheck[] {
  const hosts = allowedOrigins.map(hostOf).join(', ');
  return [
    allowedOrigins.length > 0
      ? { state: 'done', title: `Accepts signups from ${hosts}` }
      : {
          state: 'missing',
          title: 'Add your site above',
          text: 'Signups from sites that are not on the list are refused.',
        },
    checkChallenge(way, challenge, hosts || 'your site'),
    shareUrl
      ? { state: 'done', title: `Referral links lead to ${shareUrl}` }
      : {
          state: 'advice',
          title: `Referral links lead to ${hostOf(pageUrl)}`,
          text: 'To send friends to your own site instead, change where referral links lead.',
        },
  ];
}

function checkChallenge(way: Way, mode: SiteSetup['challenge'], hosts: string): SiteCheck {
  if (mode === 'none') return { state: 'done', title: 'No bot check to pass' };
  if (way === 'form')
    return {
      state: 'missing',
      title: 'A plain form can’t pass the bot check',
      text: 'Bot protection is on and needs JavaScript. Use the embed instead.',
    };
  if (way === 'fetch')
    return {
      state: 'missing',
      title: 'Send a bot check token',
      text: 'Show your own Turnstile widget and send its token as turnstileToken, or use the embed, which does it for you.',
    };
  if (mode === 'shared')
    return {
      state: 'advice',
      title: 'The bot check uses our shared keys',
      text: `Cloudflare may refuse them on ${hosts}. If joining fails there, set your own Turnstile keys under Integrations.`,
    };
  return {
    state: 'advice',
    title: `List ${hosts} in your Turnstile widget`,
    text: 'At Cloudflare, under the widget’s hostnames. We can’t see that list.',
  };
}

/** The origin of a pasted address, such as `rocket.example/waitlist`. What is none is left as it is, for the service to explain. */
export function toOrigin(text: string): string {
  const typed = text.trim();
  const url = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(url) ? new URL(url).origin : typed;
}
