import type { Email } from '../email/email.ts';
import { escapeHtml } from '../markup/escape.ts';

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const EXPIRY =
  'The code and link work once and expire in 10 minutes. Never share them. If you didn’t request this email, you can ignore it: nobody can sign in without it.';

/** The sign-in email: a code for the browser that requested it, and a link for any other. */
export function renderSignInEmail(message: {
  readonly to: string;
  readonly code: string;
  readonly link: string;
}): Email {
  const { to, code } = message;
  const link = escapeHtml(message.link);
  return {
    to,
    subject: `${code} is your Anteroom sign-in code`,
    text: [
      `Your sign-in code: ${code}`,
      `Enter it in the browser where you requested it, or open this link on any device:\n${message.link}`,
      EXPIRY,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your sign-in code</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0b1310 !important; }
  .card { background: #131d19 !important; border-color: #26362f !important; }
  .ink { color: #eef3ef !important; }
  .soft { color: #9fb0a8 !important; }
  .button { background: #ffd27a !important; color: #12241d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef2ee">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2ee"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:440px;background:#ffffff;border:1px solid #d8e0da;border-radius:16px;border-collapse:separate">
<tr><td style="padding:32px 36px;font-family:${FONT}">
<h1 class="ink" style="margin:0;font-size:20px;line-height:28px;color:#14201b">Sign in to Anteroom</h1>
<p class="soft" style="margin:12px 0 0;font-size:15px;line-height:22px;color:#5a6b62">Enter this code in the browser where you requested it:</p>
<p class="ink" style="margin:8px 0 0;font-size:40px;line-height:48px;font-weight:700;letter-spacing:8px;color:#14201b">${code}</p>
<p class="soft" style="margin:20px 0 12px;font-size:15px;line-height:22px;color:#5a6b62">Or sign in on any device:</p>
<a class="button" href="${link}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#12352a;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">Sign in</a>
<p class="soft" style="margin:28px 0 0;font-size:13px;line-height:19px;color:#5a6b62">${EXPIRY}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
  };
}
