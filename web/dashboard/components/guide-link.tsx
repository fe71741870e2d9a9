/** Leads to a guide, in a new tab: this one keeps what was typed. */
export const GuideLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <a href={`/docs/${to}`} target="_blank" rel="noreferrer">
    {children}
  </a>
);
