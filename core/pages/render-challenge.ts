/**
 * Where the bot challenge stands, outside the frame of the page code. It shows itself only when it asks something of the
 * visitor; `web/page/challenge.ts` finds its parts.
 */
export const renderChallenge =
  (): string => `<dialog id="challenge" class="challenge" aria-labelledby="challenge-heading" aria-hidden="true">
<h2 id="challenge-heading" class="challenge-heading" data-part="text" tabindex="-1" autofocus>One quick check</h2>
<p class="challenge-lead" data-part="text">Show that you are human, and you are on the list.</p>
<div data-part="widget"></div>
<button class="secondary" data-part="text" value="cancel" type="button">Cancel</button>
</dialog>`;
