import type { Site } from '../kernel/site.ts';
import { escapeHtml } from '../markup/escape.ts';

/** Three ways to the same waitlist. */
export const renderWays = ({ baseUrl }: Site): string => {
  const url = escapeHtml(baseUrl);
  return `<section class="ways" id="how" aria-labelledby="how-heading">
<h2 id="how-heading">One waitlist, three ways in</h2>
<p class="under">Start with whichever you have open. They all see the same list.</p>
<ol class="way-list">
<li class="way">
<div class="way-words"><h3>Make one API call</h3><p>The answer has the link, and the page behind it is live. There is nothing to build or deploy.</p><p><a href="/docs/start-here">Start in 15 minutes</a></p></div>
<pre class="code" tabindex="0" aria-label="Creating a waitlist with curl"><code><b>curl</b> ${url}/api/v1/waitlists \\
  -H <i>"Authorization: Bearer $KEY"</i> \\
  -H <i>"Content-Type: application/json"</i> \\
  -d <i>'{"name": "Rocket Bikes"}'</i></code></pre>
</li>
<li class="way">
<div class="way-words"><h3>Ask your agent</h3><p>Every operation is a tool over MCP. You sign in once and choose what the agent can do.</p><p><a href="/docs/agents">Connect an agent</a></p></div>
<div class="talk">
<pre class="code" tabindex="0" aria-label="Connecting Claude Code"><code><b>claude mcp add</b> --transport http anteroom \\
  ${url}/api/mcp/mcp</code></pre>
<p class="said">Launch a waitlist for Rocket Bikes. Make the page match our site, and give referrers ten places.</p>
<p class="said answer">Done. It’s live at <b>/w/rocket-bikes</b>, in your blue, with your logo.</p>
</div>
</li>
<li class="way">
<div class="way-words"><h3>Open the dashboard</h3><p>Design the page, watch signups arrive, see who brought whom, and export the list.</p><p><a href="/sign-in">Sign in or create an account</a></p></div>
${DASHBOARD}
</li>
</ol>
</section>`;
};

/** A drawing of the dashboard: two figures and signups by day. */
const DAYS = [8, 11, 9, 14, 13, 19, 17, 24, 21, 30, 27, 38, 36, 52];

const DASHBOARD = `<div class="board" role="img" aria-label="The dashboard: 482 signups, 61 of them from referrals, and a chart of signups by day">
<p class="figure"><span>Signups</span><b>482</b></p>
<p class="figure"><span>From referrals</span><b>61</b></p>
<svg viewBox="0 0 280 70" preserveAspectRatio="none" aria-hidden="true">${DAYS.map((signups, day) => `<rect x="${day * 20 + 3}" y="${70 - signups * 1.3}" width="14" height="${signups * 1.3}" rx="2"/>`).join('')}</svg>
</div>`;
