/** Large providers. Those of one country keep their ending, since other countries have theirs. */
const PROVIDERS =
  'gmail.com googlemail.com yahoo.com hotmail.com outlook.com icloud.com protonmail.com fastmail.com comcast.net verizon.net t-online.de orange.fr wanadoo.fr laposte.net libero.it yandex.ru hotmail.co.uk yahoo.co.uk'.split(
    ' ',
  );
/** Other providers, which look like a slip in one of those. */
const LOOKALIKES = ['mail.com', 'email.com', 'ymail.com', 'cloud.com'];
/** No domain ends in one of these. */
const COM = /\.(?:con|cmo|ocm|vom|xom|cpm|coom|comm|ccom)$/;

/** Whether one letter is missing, added, or wrong, or two are swapped. The two differ. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [a, b] = [typed.slice(same), meant.slice(same)];
  return (
    a === b.slice(1) ||
    a.slice(1) === b ||
    a.slice(1) === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  );
}

const ending = (domain: string): string => domain.slice(domain.lastIndexOf('.'));

/** The address that somebody probably meant, or null: `lena@gmail.com` for `lena@gmial.com`. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  const typed = email.slice(at).toLowerCase();
  if (at < 2 || PROVIDERS.includes(typed) || LOOKALIKES.includes(typed)) return null;
  const domain = typed.replace(COM, '.com');
  const meant =
    PROVIDERS.find(
      provider =>
        provider === domain ||
        provider.startsWith(`${domain}.`) ||
        (isOneSlip(domain, provider) && (provider.endsWith('.com') || ending(provider) === ending(domain))),
    ) ?? domain;
  return meant === typed ? null : email.slice(0, at) + meant;
}
