import { type Email, onOneLine } from '../email/email.ts';
import { escapeHtml } from './escape.ts';
import { plainName } from './plain-name.ts';

/** What every email about a person's place shows. */
export interface PlaceFacts {
  readonly to: string;
  readonly waitlistName: string;
  readonly position: number;
  readonly pageUrl: string;
  readonly statusUrl: string;
  readonly referralLink: string;
  /** Places gained per referral; null while referrals are off. */
  readonly referralBoost: number | null;
  /** Where its reader can stop the waitlist's email. */
  readonly stopUrl: string;
}

/** An email about a person's place: what differs from one kind to another. */
export interface PlaceEmail extends PlaceFacts {
  /** `{name}` is the waitlist's. */
  readonly subject: string;
  /** Above the number. */
  readonly label: string;
  /** Above the waitlist's name, and before it in the text. */
  readonly lead: string;
  /** Why it was sent, before the page's address; and what to do if that was a mistake. */
  readonly why: string;
  readonly otherwise: string;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const STOP = 'Stop these emails';

export const places = (count: number): string =>
  count === 1 ? '1 place' : `${count.toLocaleString('en-US')} places`;

const shareLine = (boost: number | null): string =>
  boost === null
    ? 'Know someone who’d like this too? Share your link:'
    : `Move up ${places(boost)} for each friend who joins with your link:`;

/** It contains no text typed by a visitor, so nobody can send strangers' words to an address with it. */
export function renderPlaceEmail(email: PlaceEmail): Email {
  const { to, subject, label, lead, why, otherwise, stopUrl } = email;
  const waitlistName = plainName(email.waitlistName);
  const place = email.position.toLocaleString('en-US');
  const share = shareLine(email.referralBoost);
  return {
    to,
    waitlistName: email.waitlistName,
    subject: onOneLine(subject.replace('{name}', () => email.waitlistName)).trim(),
    html: html({ ...email, waitlistName, place, share }),
    text: [
      `${lead} ${waitlistName}.`,
      `${label}: #${place}`,
      `See your place:\n${email.statusUrl}`,
      `${share}\n${email.referralLink}`,
      `${why} ${email.pageUrl}. ${otherwise}`,
      `${STOP}: ${stopUrl}`,
    ].join('\n\n'),
  };
}

/**
 * Tables and inline styles, since mail programs support little else. The place has its own dark background, so it stays
 * readable in programs that invert light colors.
 */
function html(values: PlaceEmail & { place: string; share: string }): string {
  const name = escapeHtml(values.waitlistName);
  const link = escapeHtml(values.referralLink);
  const page = escapeHtml(values.pageUrl);
  const label = escapeHtml(values.label);
  const stop = ` <a class="soft" href="${escapeHtml(values.stopUrl)}" style="color:#5a6b62">${STOP}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0b1310 !important; }
  .card { background: #131d19 !important; border-color: #26362f !important; }
  .ink { color: #eef3ef !important; }
  .soft { color: #9fb0a8 !important; }
  .field { background: #0f1714 !important; border-color: #33473e !important; }
  .button { background: #ffd27a !important; color: #12241d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef2ee">
<div style="display:none;max-height:0;overflow:hidden">${label}: #${values.place}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2ee"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d8e0da;border-radius:16px;border-collapse:separate;overflow:hidden">
<tr><td bgcolor="#12352a" style="padding:36px 36px 32px;background:#12352a;border-radius:15px 15px 0 0;font-family:${FONT}">
<p style="margin:0;font-size:14px;line-height:20px;color:#b9d3c6">${label}</p>
<p style="margin:4px 0 0;font-size:64px;line-height:68px;font-weight:700;letter-spacing:-2px;color:#ffd27a">#${values.place}</p>
</td></tr>
<tr><td style="padding:32px 36px 36px;font-family:${FONT}">
<p class="soft" style="margin:0;font-size:14px;line-height:20px;color:#5a6b62">${escapeHtml(values.lead)}</p>
<h1 class="ink" style="margin:2px 0 0;font-size:24px;line-height:32px;font-weight:700;color:#14201b;overflow-wrap:anywhere">${name}</h1>
<a class="button" href="${escapeHtml(values.statusUrl)}" style="display:inline-block;margin:24px 0 0;padding:13px 22px;border-radius:10px;background:#12352a;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">See your place</a>
<p class="ink" style="margin:32px 0 10px;font-size:16px;line-height:24px;color:#14201b">${escapeHtml(values.share)}</p>
<p class="field" style="margin:0;padding:12px 14px;border:1px solid #d8e0da;border-radius:10px;background:#f6f8f6;font-size:14px;line-height:20px;overflow-wrap:anywhere"><a class="ink" href="${link}" style="color:#14201b;text-decoration:none">${link}</a></p>
</td></tr>
</table>
<p class="soft" style="max-width:520px;margin:20px auto 0;font-family:${FONT};font-size:12px;line-height:18px;color:#5a6b62">${escapeHtml(values.why)} <a class="soft" href="${page}" style="color:#5a6b62">${page}</a>. ${escapeHtml(values.otherwise)}${stop}</p>
</td></tr></table>
</body>
</html>
`;
}
