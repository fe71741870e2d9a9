/** Says that a page is live; it pulses while people join. */
export const LiveDot = ({ isBusy = false }: { readonly isBusy?: boolean }) => (
  <span className="live-dot" data-busy={isBusy || undefined} aria-hidden />
);
