/** Looks and colors to try in the demo. */
const LOOKS = ['Door', 'Spotlight', 'Minimal'];
const COLORS = ['Pine', 'Cobalt', 'Plum', 'Tomato', 'Amber'];

const choice = (group: string, className: string) => (label: string, index: number) =>
  `<label class="${className}"><input type="radio" name="${group}" value="${label.toLowerCase()}"${index === 0 ? ' checked' : ''}><span>${label}</span></label>`;

/**
 * A small signup page to play with. Looks and colors are CSS (`web/home/demo.css`); joining is `web/home/home.ts`. Nothing is
 * sent anywhere.
 */
export const renderDemo = (): string => `<section class="demo" id="demo" aria-labelledby="demo-heading">
<h2 id="demo-heading" class="visually-hidden">Try a signup page</h2>
<div class="window">
<p class="window-bar" aria-hidden="true"><i></i><i></i><i></i><span>rocket-bikes.com</span></p>
<div class="sample">
<div class="sample-art" aria-hidden="true"><i></i></div>
<div class="sample-words">
<div data-part="form">
<p class="sample-crowd">482 people in line</p>
<p class="sample-name">Rocket Bikes</p>
<p class="sample-lead">The first bicycle with a launch pad.</p>
<form class="sample-form" novalidate>
<label for="demo-email">Email</label>
<input id="demo-email" type="email" autocomplete="off" value="ada@example.com" maxlength="254">
<button>Join the waitlist</button>
</form>
</div>
<div data-part="joined" hidden>
<p class="sample-crowd">You’re on the list</p>
<p class="sample-place" tabindex="-1" aria-live="polite"><span>Your place in line</span> <b data-part="place">483</b></p>
<p class="sample-lead" data-part="note">Each friend who joins with your link moves you up 10 places.</p>
<p class="sample-buttons"><button type="button" data-part="friend">A friend joins</button><button type="button" class="sample-again" data-part="again">Start over</button></p>
</div>
</div>
</div>
</div>
<div class="controls">
<fieldset class="looks"><legend>Template</legend>${LOOKS.map(choice('look', 'look')).join('')}</fieldset>
<fieldset class="colors"><legend>Color</legend>${COLORS.map(choice('color', 'color')).join('')}</fieldset>
</div>
<p class="fine">A demo. Nothing you type is sent.</p>
</section>`;
