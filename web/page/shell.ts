import type { PageData } from '../../core/pages/page-data.ts';
import { createChallenge } from './challenge.ts';
import { createDefaultForm } from './default-form.ts';
import { matchEdge } from './edge.ts';
import { openLink } from './open-link.ts';
import { runPageCode } from './page-frame.ts';
import { createSignup } from './signup.ts';

/*
 * The shell of a hosted page: it runs the page code in the frame that stands in the HTML, and puts its own form in the
 * frame's place when that fails, so that a visitor can join in every case.
 */

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const data = JSON.parse(element('page-data').textContent ?? '') as PageData;
// The address wins over the HTML: a cached copy of the page may have been rendered without it.
const referredBy = new URLSearchParams(location.search).get('ref')?.slice(0, 64) || data.referredBy;
const challenge = data.challenge && createChallenge(data.challenge, element<HTMLDialogElement>('challenge'));
const signup = createSignup({ url: data.signupUrl, referralCode: referredBy, challenge });
const form = createDefaultForm(element('join'), data.waitlist, signup);
const stage = element('stage');
const frame = element<HTMLIFrameElement>('page');

if (challenge) {
  // Who goes into a field, in the frame or in the form, is about to join. Nobody else needs what a challenge loads.
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
    // For the holder, who looks here when the page is not theirs.
    stage.dataset.reason = reason;
    form.show({ takeFocus: hadFocus, attempt: signup.latest() });
  },
});
