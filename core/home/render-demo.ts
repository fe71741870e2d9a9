import type { Site } from '../kernel/site.ts';
import { escapeHtml } from '../markup/escape.ts';

/** Looks and colors to try in the demo. */
const LOOKS = ['Door', 'Spotlight', 'Gradient', 'Minimal'];
const COLORS = ['Pine', 'Cobalt', 'Plum', 'Tomato', 'Amber'];

const choice = (group: string, className: string) => (label: string, index: number) =>
  `<label class="${className}"><input type="radio" name="${group}" value="${label.toLowerCase()}"${index === 0 ? ' checked' : ''}><span>${label}</span></label>`;

/** Signing in from here leads to the screen that makes the page of the draft (`web/dashboard/start/`). */
const KEEP = '/sign-in?return_to=%2Fdashboard%2Fstart';

/** What is chosen, and the button that keeps it. */
const CONTROLS = `<div class="controls">
<fieldset class="looks"><legend>Template</legend>${LOOKS.map(choice('look', 'look')).join('')}</fieldset>
<fieldset class="colors"><legend>Color</legend>${COLORS.map(choice('color', 'color')).join('')}</fieldset>
</div>
<p class="keeping"><a class="button" href="${KEEP}" data-part="keep">Keep this page</a><span class="fine">Nothing you type is sent until you sign in.</span></p>`;

/**
 * A small signup page to play with, and to keep by signing in. Looks and colors are CSS (`web/home/demo.css`); the name and
 * joining are `web/home/home.ts`. Nothing is sent anywhere: the draft stays in the browser.
 */
export const renderDemo = ({
  baseUrl,
}: Site): string => `<section class="demo" id="demo" aria-labelledby="demo-heading">
<h2 id="demo-heading" class="visually-hidden">Try a signup page</h2>
<p class="naming"><label for="demo-product">What are you launching?</label><input id="demo-product" autocomplete="off" maxlength="100" placeholder="Rocket Bikes" required></p>
<div class="window">
<p class="window-bar" aria-hidden="true"><i></i><i></i><i></i><span>${escapeHtml(new URL(baseUrl).host)}/w/<span data-part="slug">rocket-bikes</span></span></p>
<div class="sample">
<div class="sample-art" aria-hidden="true"><i></i></div>
<div class="sample-words">
<div data-part="form">
<p class="sample-crowd">482 people in line</p>
<p class="sample-name" data-part="name">Rocket Bikes</p>
<p class="sample-lead" data-part="tagline">The first bicycle with a launch pad.</p>
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
${CONTROLS}
</section>`;
