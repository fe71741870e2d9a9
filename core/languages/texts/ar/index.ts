import type { Texts } from '../../texts.ts';
import { door } from './door.ts';
import { emails } from './emails.ts';
import { embed } from './embed.ts';
import { errors } from './errors.ts';
import { answer, challenge, form, signupPage } from './form.ts';
import { pages } from './pages.ts';
import { place } from './place.ts';
import { countdown, leaderboard, template } from './template.ts';

/** The texts that visitors read, in Arabic. */
export const ar: Texts = {
  signupPage,
  form,
  challenge,
  answer,
  door,
  template,
  countdown,
  leaderboard,
  embed,
  place,
  pages,
  emails,
  errors,
};
