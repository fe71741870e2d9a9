import { isBlank } from '../kernel/blank.ts';
import { plainName } from '../markup/plain-name.ts';
import type { DeliveryType, WebhookFormat } from './schemas.ts';

/** The chats whose incoming webhooks take our messages. */
export type ChatFormat = Exclude<WebhookFormat, 'standard'>;

/** The facts in a message. The only personal data are names and a place in line. */
export interface ChatFacts {
  readonly type: DeliveryType;
  readonly waitlistName: string;
  /** Null: unknown, or erased. */
  readonly name: string | null;
  readonly position: number | null;
  /** Of `entry.referred`: the friend who joined. */
  readonly friendName: string | null;
  /** Where the owner sees more, once signed in. */
  readonly url: string;
}

/** Longer names are cut. Three of them, each character escaped, stay below Discord's 2,000 and Slack's 4,000 characters. */
const NAME_LENGTH = 80;

/** Slack has no escape for its formatting, so that look-alikes replace it. */
const SLACK: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '\u2217',
  _: '\uff3f',
  '~': '\u223c',
  '`': '\u02cb',
  ':': '\u2236',
};

const escapeSlack = (text: string): string => text.replace(/[&<>*_~`:]/g, sign => SLACK[sign] ?? sign);
const escapeDiscord = (text: string): string => text.replace(/[\\*_~`|<>[\]:]/g, '\\$&');

/**
 * A name that anyone may have chosen, as plain text. The invisible character after an @ stops every mention. The isolate keeps
 * the direction of the name to itself, and the name from the start of the line, where some characters are formatting.
 */
function show(name: string | null, escapeSigns: (text: string) => string): string {
  const text = plainName(name ?? '').trim();
  if (isBlank(text)) return 'Someone';
  const characters = [...text];
  const cut = characters.length > NAME_LENGTH ? [...characters.slice(0, NAME_LENGTH - 1), '…'] : characters;
  return `\u2068${escapeSigns(cut.join('')).replaceAll('@', '@\u200b')}\u2069`;
}

interface Shown {
  readonly list: string;
  readonly who: string;
  readonly friend: string;
  readonly position: number | null;
}

const SENTENCES: Readonly<Record<DeliveryType, (shown: Shown) => string>> = {
  'entry.joined': ({ who, list, position }) => `${who} joined ${list} at place ${position}.`,
  'entry.referred': ({ who, friend, list, position }) =>
    `${friend} joined ${list} through ${who}, who is now at place ${position}.`,
  'entry.invited': ({ who, list }) => `${who} was invited from ${list}.`,
  'entry.accepted': ({ who, list }) => `${who} accepted the invitation from ${list}.`,
  'entry.updated': ({ who, list }) => `${who} has a new name or new answers on ${list}.`,
  'entry.erased': ({ list }) => `Someone was erased from ${list}.`,
  'webhook.test': ({ list }) => `This is a test. You will read here what happens on ${list}.`,
};

const FORMATS = {
  slack: {
    escapeSigns: escapeSlack,
    toBody: (sentence: string, url: string) => ({ text: `${sentence} <${url}|See signups>` }),
  },
  discord: {
    escapeSigns: escapeDiscord,
    // Angle brackets: no preview of the dashboard's sign-in.
    toBody: (sentence: string, url: string) => ({
      content: `${sentence} [See signups](<${url}>)`,
      allowed_mentions: { parse: [] },
    }),
  },
} as const;

/**
 * The body that an incoming webhook of a chat takes: a sentence and a link.
 * @see https://api.slack.com/messaging/webhooks
 * @see https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function composeChatMessage(format: ChatFormat, facts: ChatFacts): string {
  const { escapeSigns, toBody } = FORMATS[format];
  const sentence = SENTENCES[facts.type]({
    list: show(facts.waitlistName, escapeSigns),
    who: show(facts.name, escapeSigns),
    friend: show(facts.friendName, escapeSigns),
    position: facts.position,
  });
  return JSON.stringify(toBody(sentence, facts.url));
}
