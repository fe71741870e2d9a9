/** The styles that templates share. Heights are in `cqh`: of the frame, and of the place that the frame will take. */
export const STYLES = `
      :root { font-size: 106.25%; }
      .wl {
        box-sizing: border-box;
        position: relative;
        min-height: 100cqh;
        overflow-x: clip;
        background: var(--paper);
        color: var(--ink);
        font: 400 1rem/1.55 Figtree, "Figtree Fallback", Arial, sans-serif;
        -webkit-font-smoothing: antialiased;
      }
      /*#languages*/
      /* Japanese has no blanks: lines end after phrases. Arabic letters join, and need room above and below. */
      .wl:lang(ja) { line-break: strict; word-break: auto-phrase; }
      .wl:lang(ar) *, .wl [dir]:dir(rtl) { letter-spacing: 0 !important; }
      .wl:lang(ja) .wl-title { letter-spacing: -0.02em !important; line-height: 1.2 !important; }
      .wl .wl-title:dir(rtl) { line-height: 1.3 !important; }
      .wl:is(:lang(de), :lang(nl), :lang(pl)) .wl-title { hyphens: auto; hyphenate-limit-chars: 14 6 6; }
      .wl:dir(rtl) [dir=auto] { text-align: -webkit-match-parent; text-align: match-parent; }
      .wl:dir(rtl) .wl-logo { object-position: right center; }
      .wl:dir(rtl) :is(input[type=email], .wl-link input) { direction: ltr; text-align: right; }
      /*#end*/
      .wl *, .wl *::before, .wl *::after { box-sizing: inherit; }
      .wl p, .wl h1, .wl ol { margin: 0; padding: 0; }
      .wl-logo { display: block; width: auto; max-width: min(13rem, 100%); height: 2.5rem; object-fit: contain; object-position: left center; }
      .wl-name { font-weight: 600; overflow-wrap: anywhere; }
      .wl-picture { display: block; width: 100%; object-fit: cover; }
      .wl .wl-title { font-weight: 700; line-height: 1.04; letter-spacing: -0.03em; text-wrap: balance; overflow-wrap: anywhere; }
      .wl-lead { color: var(--soft); text-wrap: pretty; overflow-wrap: anywhere; white-space: pre-line; }
      .wl .wl-lead:dir(rtl) { max-width: none; }
      .wl .wl-invited { margin-top: 1rem; padding-inline-start: 0.9rem; border-inline-start: 3px solid var(--brand); font-weight: 500; }

      .wl-form { display: grid; gap: 0.25rem; }
      .wl-field { min-width: 0; }
      .wl-field label { display: block; margin-bottom: 0.35rem; font-size: 0.9375rem; font-weight: 550; }
      .wl-hint { color: var(--soft); font-weight: 400; }
      .wl input { width: 100%; height: 3rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: var(--radius, 0.75rem); background: var(--field); color: inherit; font: inherit; transition: border-color 0.15s; }
      .wl input:hover { border-color: var(--ink); }
      .wl input[aria-invalid] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
      .wl :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
      .wl h1:focus-visible { outline: none; }
      .wl-error { min-height: 1.35em; color: var(--error); font-size: 0.9375rem; line-height: 1.35; }
      .wl .wl-error:not(:empty) { padding: 0.4rem 0 0.3rem; }
      .wl-pending { margin-top: 1.75rem; padding: 1.25rem; border-radius: 0.75rem; background: var(--tint); }
      .wl .wl-check { margin: 0; font-weight: 650; font-size: 1.25rem; text-wrap: balance; overflow-wrap: anywhere; white-space: pre-line; outline: none; }
      .wl .wl-pending .wl-fine { margin-top: 0.25rem; text-align: inherit; }
      /*#closed*/
      .wl-pending .wl-fine { text-wrap: pretty; }
      .wl-opens { color: var(--ink); font-weight: 550; }
      /*#end*/
      .wl .wl-note { margin-bottom: 0.75rem; padding: 0.75rem 1rem; border-radius: var(--radius, 0.75rem); background: var(--tint); }
      .wl-suggestion { max-width: 100%; min-height: 2.75rem; margin: 0 0 0.75rem; padding: 0.4rem 1rem; border: 1px solid var(--line); border-radius: var(--radius, 0.75rem); background: none; color: inherit; font: inherit; font-weight: 550; overflow-wrap: anywhere; cursor: pointer; }
      .wl-button { display: inline-flex; align-items: center; justify-content: center; gap: 0.6rem; min-height: 3rem; padding: 0.5rem 1.4rem; border: 1px solid rgb(127 127 127 / 0.5); border-radius: var(--radius, 0.75rem); background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 650; overflow-wrap: anywhere; cursor: pointer; transition: filter 0.15s, transform 0.15s; }
      .wl-button:hover { filter: brightness(1.06); }
      .wl-button:active { transform: translateY(1px); }
      .wl-button[aria-disabled="true"] { cursor: progress; }
      .wl-dots { display: inline-flex; gap: 0.25rem; }
      .wl-dots i { width: 0.3rem; height: 0.3rem; border-radius: 50%; background: currentColor; animation: wl-dot 1s infinite alternate; }
      .wl-dots i:nth-child(2) { animation-delay: 0.2s; }
      .wl-dots i:nth-child(3) { animation-delay: 0.4s; }
      .wl .wl-fine { min-height: 1.5em; margin-top: 0.75rem; color: var(--soft); font-size: 0.9375rem; }

      .wl-joined-view { container-type: inline-size; width: 100%; max-width: 33rem; text-align: start; }
      .wl-eyebrow { color: var(--soft); font-size: 0.9375rem; font-weight: 550; font-variant-numeric: tabular-nums; }
      .wl .wl-place { margin-top: 1rem; font-weight: 700; }
      .wl-place-label { display: block; font-size: 1.125rem; font-weight: 550; }
      .wl-number { display: block; margin-inline-start: -0.04em; font-size: min(11rem, calc(100cqi / var(--digits) / 0.64)); line-height: 1; letter-spacing: -0.05em; }
      .wl .wl-message { margin-top: 1rem; color: var(--ink); }
      .wl-promise { display: block; margin: 1.75rem 0 0.75rem; padding-top: 1.5rem; border-top: 1px solid rgb(127 127 127 / 0.3); font-weight: 550; }
      .wl-link { display: flex; flex-wrap: wrap; gap: 0.6rem; }
      .wl .wl-link input { flex: 1 1 14rem; width: auto; min-width: 0; text-overflow: ellipsis; }
      .wl-link .wl-button { flex: 1 0 auto; }

      @keyframes wl-dot { to { opacity: 0.25; } }
`;
