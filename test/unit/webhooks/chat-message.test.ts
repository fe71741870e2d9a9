import { describe, expect, it } from '@jest/globals';
import { type ChatFacts, composeChatMessage } from '../../../core/webhooks/chat-message.ts';
import { DELIVERY_TYPES } from '../../../core/webhooks/schemas.ts';
import { verifies } from '../../support/verifies.ts';

const URL = 'https://anteroom.example/dashboard/waitlists/1/signups';
const ADA: ChatFacts = {
  type: 'entry.referred',
  waitlistName: 'Moonshot Tea',
  name: 'Ada',
  position: 42,
  friendName: 'Bob',
  url: URL,
};
const slack = (facts: Partial<ChatFacts>): string =>
  JSON.parse(composeChatMessage('slack', { ...ADA, ...facts })).text;
const discord = (facts: Partial<ChatFacts>): string =>
  JSON.parse(composeChatMessage('discord', { ...ADA, ...facts })).content;
/** A message as it is read: without characters that nobody sees. */
const read = (text: string): string => text.replace(/[\u200b\u200c\u2068\u2069]/g, '');

describe('a message of a chat', () => {
  it(`says each event in a sentence, with a link${verifies('webhooks.chat-body', 'webhooks.chat-private')}`, () => {
    const sentences = DELIVERY_TYPES.map(type => [
      read(slack({ type })).replace(` <${URL}|See signups>`, ''),
      read(discord({ type })).replace(` [See signups](<${URL}>)`, ''),
    ]);
    expect(sentences.map(([first]) => first)).toEqual([
      'Ada joined Moonshot Tea at place 42.',
      'Bob joined Moonshot Tea through Ada, who is now at place 42.',
      'Ada was invited from Moonshot Tea.',
      'Ada accepted the invitation from Moonshot Tea.',
      'Ada has a new name or new answers on Moonshot Tea.',
      'Someone was erased from Moonshot Tea.',
      'This is a test. You will read here what happens on Moonshot Tea.',
    ]);
    for (const [first, second] of sentences) expect(second).toBe(first);
  });

  it.each([null, '', '  ', '\u200b\u2060'])(
    `calls people without a name Someone: %j${verifies('webhooks.chat-body')}`,
    name => {
      for (const write of [slack, discord])
        expect(read(write({ name, friendName: name }))).toMatch(
          /^Someone joined Moonshot Tea through Someone, who is now at place 42\. /,
        );
    },
  );

  it.each([
    ['@everyone', '@everyone', '@everyone'],
    ['@here & co', '@here &amp; co', '@here & co'],
    ['<!channel>', '&lt;!channel&gt;', '\\<!channel\\>'],
    ['<@U123>', '&lt;@U123&gt;', '\\<@U123\\>'],
    ['<@&81384788765712384>', '&lt;@&amp;81384788765712384&gt;', '\\<@&81384788765712384\\>'],
    ['*a* _b_ ~c~ `d`', '∗a∗ ＿b＿ ∼c∼ ˋdˋ', '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`'],
    ['||a|| \\*b', '||a|| \\∗b', '\\|\\|a\\|\\| \\\\\\*b'],
    ['[a](https://evil.example)', '[a](https∶//evil.example)', '\\[a\\](https\\://evil.example)'],
    ['<https://evil.example|a>', '&lt;https∶//evil.example|a&gt;', '\\<https\\://evil.example\\|a\\>'],
    [':tada: <t:0>', '∶tada∶ &lt;t∶0&gt;', '\\:tada\\: \\<t\\:0\\>'],
    ['a\n# b', 'a # b', 'a # b'],
  ])(`shows the name %j as it is${verifies('webhooks.chat-names')}`, (name, inSlack, inDiscord) => {
    for (const facts of [{ name }, { friendName: name }, { waitlistName: name }]) {
      expect(read(slack(facts))).toContain(inSlack);
      expect(read(discord(facts))).toContain(inDiscord);
      for (const text of [slack(facts), discord(facts)]) {
        expect(text.split('\n')).toHaveLength(1);
        expect(text).not.toMatch(/@(?!\u200b)/);
        // No host name that chats would turn into a link.
        expect(text.replaceAll(URL, '')).not.toContain('evil.example');
      }
    }
  });

  it.each(['> a', '# a', '- a', '1. a', '\u202eada\u2069'])(
    `never starts with the name %j${verifies('webhooks.chat-names')}`,
    name => {
      for (const text of [slack({ friendName: name }), discord({ friendName: name })]) {
        expect(text[0]).toBe('\u2068');
        expect(text.match(/[\u2066-\u2068]/g)).toHaveLength(text.match(/\u2069/g)?.length ?? 0);
        expect(text).not.toContain('\u202e');
      }
    },
  );

  it(`lets Discord notify nobody${verifies('webhooks.chat-names', 'webhooks.chat-body')}`, () => {
    expect(JSON.parse(composeChatMessage('discord', ADA))).toEqual({
      content: expect.any(String),
      allowed_mentions: { parse: [] },
    });
    expect(Object.keys(JSON.parse(composeChatMessage('slack', ADA)))).toEqual(['text']);
  });

  it.each(['&', '@', '*', '<', '😀', 'é'.normalize('NFD'), '\u0301'])(
    `stays short with names of nothing but %s${verifies('webhooks.chat-limits')}`,
    sign => {
      const name = sign.repeat(5_000);
      for (const write of [slack, discord]) {
        const text = write({ name, friendName: name, waitlistName: name });
        expect(text.length).toBeLessThan(2_000);
        expect(text).toContain('…');
        expect(text).toContain(URL);
        expect(text.isWellFormed()).toBe(true);
      }
    },
  );
});
