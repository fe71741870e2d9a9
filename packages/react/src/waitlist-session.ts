import type { Schemas } from '@anteroom/client';
import { signupPath, visitPath } from '../../../core/kernel/site.ts';
import type { EmbedSettings } from '../../../core/pages/embed-settings.ts';
import { keepLoading } from '../../../web/embed/load-settings.ts';
import { countVisit } from '../../../web/page/count-visit.ts';
import { createEntryMemory, type EntryMemory } from '../../../web/page/entry-memory.ts';
import { GONE, load } from '../../../web/page/load-place.ts';
import { findReferralCode } from '../../../web/page/referral.ts';
import { createSignup, type Signup, type SignupOptions } from '../../../web/page/signup.ts';
import { findSource } from '../../../web/page/visit-source.ts';
import type { JoinInput, WaitlistHandlers, WaitlistOptions, WaitlistState } from './types.ts';

/** One waitlist on one page, without React. */
export interface WaitlistSession {
  join(input: JoinInput): Promise<void>;
  leave(): void;
}

/** Who shows a session. */
export interface SessionOwner {
  /** False once the page shows something else. */
  isCurrent(): boolean;
  update(changes: Partial<WaitlistState>): void;
  handlers(): WaitlistHandlers;
}

type Address = Pick<WaitlistOptions, 'slug' | 'baseUrl'> & { readonly language: string };

/** What is known once the settings have loaded. */
interface Loaded {
  readonly settings: EmbedSettings;
  readonly memory: EntryMemory;
  readonly signup: Signup;
  /** Sets the token of the next signup. */
  setToken(token: string | undefined): void;
}

/** The state while nobody has joined in this browser. */
const doorState = ({ closedMessage }: EmbedSettings): Partial<WaitlistState> => ({
  status: closedMessage === null ? 'open' : 'closed',
  message: closedMessage,
});

/** @returns whether somebody has the place at this path, as far as we know */
async function showPlace(
  baseUrl: string,
  path: string,
  memory: EntryMemory,
  { update }: SessionOwner,
): Promise<boolean> {
  const read = (response: Response) => response.json() as Promise<Schemas['Place']>;
  const place = await load(`${baseUrl}${path}.json`, read);
  if (place === GONE) memory.forget();
  if (place === GONE || place === null) return false;
  update({ status: 'joined', place: { ...place, statusUrl: baseUrl + path } });
  return true;
}

/** The bot check is on the page of the caller, whose token is good for one try. */
function createChallenge({ texts }: EmbedSettings) {
  let token: string | undefined;
  return {
    setToken(next: string | undefined) {
      token = next;
    },
    solve: async () => (token === undefined ? { problem: texts.form.notHuman } : { token }),
    reset() {
      token = undefined;
    },
  };
}

function prepare({ baseUrl, slug }: Address, settings: EmbedSettings, owner: SessionOwner): Loaded {
  const { language, texts } = settings;
  const source = findSource(settings.waitlistId);
  const referralCode = findReferralCode();
  countVisit(baseUrl + visitPath(slug), source, referralCode);
  const memory = createEntryMemory(settings.waitlistId);
  const challenge = createChallenge(settings);

  const onJoined: SignupOptions['onJoined'] = async ({ message, ...links }, statusUrl) => {
    owner.update({ status: 'joined', place: { ...links, statusUrl }, message });
    owner.handlers().onJoined?.({ ...links, message, statusUrl });
    showPlace(baseUrl, memory.keep(statusUrl), memory, owner);
  };
  const signup = createSignup({
    url: baseUrl + signupPath(slug),
    referralCode,
    source,
    challenge: settings.challenge && challenge,
    language,
    texts: texts.form,
    // Every outcome has a message of its own.
    onRetrying: isRetrying => isRetrying && owner.update({ message: texts.form.retrying }),
    onJoined,
  });
  return { settings, memory, signup, setToken: challenge.setToken };
}

async function join(
  { settings, signup, setToken }: Loaded,
  { email, name = '', answers, turnstileToken }: JoinInput,
  owner: SessionOwner,
): Promise<void> {
  owner.update({ status: 'joining', problem: null, message: null });
  setToken(turnstileToken);
  const outcome = await signup({ email, name, answers });
  if ('problem' in outcome) {
    const { code, message, suggestion, details } = outcome.problem;
    owner.update({ ...doorState(settings), message, problem: { code, message, suggestion, details } });
    // A suggestion is a question, not an error.
    if (suggestion === null) owner.handlers().onError?.({ code, message });
  } else if ('pending' in outcome.result) {
    const { message } = outcome.result;
    owner.update({ status: 'pending', message });
    owner.handlers().onPending?.({ message });
  }
}

/** @returns null if there is no such waitlist, or nobody needs it anymore */
async function start(address: Address, owner: SessionOwner): Promise<Loaded | null> {
  const settings = await keepLoading(address, owner.isCurrent);
  if (settings === null || !owner.isCurrent()) return null;
  if ('gone' in settings) {
    owner.update({ status: 'not_found', message: settings.gone });
    owner.handlers().onError?.({ code: 'not_found', message: settings.gone });
    return null;
  }
  const loaded = prepare(address, settings, owner);
  // The description says nothing about the texts.
  owner.update({ settings: settings as unknown as Schemas['FormSettings'] });
  const path = loaded.memory.read();
  const hasJoined = path !== null && (await showPlace(address.baseUrl, path, loaded.memory, owner));
  if (!hasJoined) owner.update(doorState(settings));
  return loaded;
}

/** Loads a waitlist, and the place of the person who joined in this browser. */
export function startSession(address: Address, owner: SessionOwner): WaitlistSession {
  const started = start(address, owner);
  return {
    async join(input) {
      const loaded = await started;
      if (loaded) await join(loaded, input, owner);
    },
    async leave() {
      const loaded = await started;
      loaded?.memory.forget();
      if (loaded) owner.update({ ...doorState(loaded.settings), place: null, problem: null });
    },
  };
}
