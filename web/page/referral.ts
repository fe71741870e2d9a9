const codeIn = (search: string): string | null =>
  new URLSearchParams(search).get('ref')?.slice(0, 64) || null;

/**
 * The referral code that the visitor came with: in this page's URL, or in that of the page around its frame. A page of the
 * same origin can be read (`srcdoc`); of another one the referrer is known, if it lets its frames have it in full.
 */
export function findReferralCode(): string | null {
  const own = codeIn(location.search);
  if (own || parent === window) return own;
  try {
    for (let page = window.parent; ; page = page.parent) {
      const code = codeIn(page.location.search);
      if (code || page === page.parent) return code;
    }
  } catch {
    return URL.canParse(document.referrer) ? codeIn(new URL(document.referrer).search) : null;
  }
}
