/** The bot challenge, outside the page code's frame. Opened by `web/page/challenge.ts` if the visitor has to interact. */
export const renderChallenge =
  (): string => `<dialog id="challenge" class="challenge" aria-labelledby="challenge-heading" aria-hidden="true">
<h2 id="challenge-heading" class="challenge-heading" data-part="text" tabindex="-1" autofocus>One quick check</h2>
<p class="challenge-lead" data-part="text">Verify that you’re human to join the list.</p>
<div data-part="widget"></div>
<button class="secondary" data-part="text" value="cancel" type="button">Cancel</button>
</dialog>`;
