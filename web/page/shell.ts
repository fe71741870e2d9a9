import type { PageData } from '../../core/pages/page-data.ts';
import { createChallenge } from './challenge.ts';
import { createDefaultForm } from './default-form.ts';
import { matchEdge } from './edge.ts';
import { openLink } from './open-link.ts';
import { runPageCode } from './page-frame.ts';
import { createSignup } from './signup.ts';

/*
 * The shell of a hosted page. It runs the page code in the frame from the HTML and falls back to the default form if that
 * fails, so visitors can always join.
 */

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const data = JSON.parse(element('page-data').textContent ?? '') as PageData;
// The URL wins over the HTML: a cached page may have been rendered without the code.
const referredBy = new URLSearchParams(location.search).get('ref')?.slice(0, 64) || data.referredBy;
const challenge = data.challenge && createChallenge(data.challenge, element<HTMLDialogElement>('challenge'));
const signup = createSignup({ url: data.signupUrl, referralCode: referredBy, challenge });
const form = createDefaultForm(element('join'), data.waitlist, signup);
const stage = element('stage');
const frame = element<HTMLIFrameElement>('page');

if (challenge) {
  // Focusing a field, in the frame or the form, signals intent to join. Nobody else needs to load Turnstile.
  addEventListener('blur', () => challenge.prepare());
  addEventListener('focusin', () => challenge.prepare());
}

runPageCode({
  frame,
  data,
  referredBy,
  signup,
  onShown() {
    stage.dataset.state = 'page';
  },
  onEdge: matchEdge,
  onOpen: href => openLink(href, frame),
  onFailure(reason) {
    const hadFocus = document.activeElement === frame;
    frame.remove();
    matchEdge(null);
    stage.dataset.state = 'form';
    // For the page owner to find in the inspector.
    stage.dataset.reason = reason;
    form.show({ takeFocus: hadFocus, attempt: signup.latest() });
  },
});
