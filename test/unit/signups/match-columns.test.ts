import { describe, expect, it } from '@jest/globals';
import type { Question } from '../../../core/questions/question.ts';
import { guessTargets, toPeople } from '../../../web/dashboard/import/match-columns.ts';
import { readCsv } from '../../../web/dashboard/import/read-csv.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS: readonly Question[] = [
  { key: 'role', label: 'What do you do?', type: 'text', required: false, ask: 'form' },
  { key: 'old_referrals', label: 'Referrals before', type: 'text', required: false, ask: 'never' },
];

/** A file, matched without a hand. */
async function read(...lines: readonly string[]) {
  const table = await readCsv(new Blob([lines.join('\n')]));
  const targets = guessTargets(table, QUESTIONS);
  const { ready, refused } = toPeople(table, targets, QUESTIONS);
  const matched = table.columns.flatMap((column, index) =>
    targets[index] ? [`${column} → ${targets[index]}`] : [],
  );
  return {
    matched,
    people: ready.map(({ person }) => person),
    refused: refused.map(({ reason }) => reason),
  };
}

const emails = (people: readonly { readonly email: string }[]) => people.map(({ email }) => email);

/** The fields of each service’s API, which the headings of its files are likely to be. */
const FILES: Readonly<Record<string, { readonly lines: readonly string[]; readonly first: object }>> = {
  Waitlister: {
    lines: [
      'id,email,deliverability,name,phone,position,points,referral_code,referred_by,referral_count,referring_domain,country,joined_with,joined_at',
      'b,bob@example.com,unconfirmed,Bob Ray,,2,50,cool-moon,,0,,US,api,1682345678901',
      'a,ada@example.com,deliverable,Ada King,,1,150,happy-star,cool-moon,3,x.example,US,form,1682345678000',
    ],
    first: { email: 'ada@example.com', name: 'Ada King', source: { referrerHost: 'x.example' } },
  },
  GetWaitlist: {
    lines: [
      'uuid,created_at,email,first_name,last_name,phone,priority,amount_referred,referral_token,referral_link,referred_by_signup_token,removed_date,verified',
      'b,2022-04-10_18-34-28,bob@example.com,Bob,,,10,0,T2,https://getwaitlist.com?ref_id=T2,,,False',
      'a,2022-04-10_18-34-29,ada@example.com,Ada,King,,9,2,T1,https://getwaitlist.com?ref_id=T1,T2,,True',
    ],
    first: { email: 'ada@example.com', name: 'Ada King' },
  },
  LaunchList: {
    lines: [
      'ID,Position,Name,Email,Referral Code,Users Referred,Is Email Verified,Is Spam,UTM Source,UTM Medium,UTM Campaign,HTTP Referrer,Created At',
      'b,49,Bob Ray,bob@example.com,K2,0,,0,,,,,2022-07-24 19:14:37',
      'a,3,Ada King,ada@example.com,K1,29,,0,Reddit,social,launch,https://reddit.example/r/a,2022-07-17 19:14:37',
    ],
    first: {
      email: 'ada@example.com',
      name: 'Ada King',
      source: {
        utmSource: 'Reddit',
        utmMedium: 'social',
        utmCampaign: 'launch',
        referrerHost: 'reddit.example',
      },
    },
  },
  Prefinery: {
    lines: [
      'Email,Status,First Name,Last Name,Referral Code,Waitlist Position,Referred By,Http Referrer,Applied At',
      'bob@example.com,applied,Bob,Ray,jM7f2,100,,,2020-06-25T21:32:23Z',
      'ada@example.com,applied,,King,FaKEl,99,,http://news.example:8080/a,2020-06-25T20:48:13Z',
    ],
    first: { email: 'ada@example.com', name: 'King', source: { referrerHost: 'news.example' } },
  },
  MakeEmWait: {
    lines: [
      'email,first_name,last_name,phone,position,referral_token,referral_count,referred_by,utm_source,utm_medium,utm_campaign,What do you do?,email_verified,created_at',
      'bob@example.com,Bob,Ray,,2,a3,0,,,,,,true,2025-03-15T10:31:00.000Z',
      'ada@example.com,Ada,King,,1,b4,5,,twitter,social,launch,Founder,true,2025-03-15T10:30:00.000Z',
    ],
    first: {
      email: 'ada@example.com',
      name: 'Ada King',
      answers: { role: 'Founder' },
      source: { utmSource: 'twitter', utmMedium: 'social', utmCampaign: 'launch' },
    },
  },
};

describe('a file with people', () => {
  it.each(Object.keys(FILES))(
    `of %s is matched, and keeps its order${verifies('dashboard.import-services')}`,
    async service => {
      const { lines = [], first } = FILES[service] ?? {};
      const { people, refused } = await read(...lines);
      expect(refused).toEqual([]);
      expect(people[0]).toEqual(first);
      expect(emails(people)).toEqual(['ada@example.com', 'bob@example.com']);
    },
  );

  it('of our own is matched', async () => {
    const { matched } = await read(
      'id,email,name,position,referral_code,referral_count,referred_by,created_at,referral_link,status,utm_source,utm_medium,utm_campaign,referrer_host,language,answers.role',
      'a,ada@example.com,Ada,1,k,0,,2026-07-01T00:00:00.000Z,https://x.example,waiting,,,,,de,Founder',
    );
    expect(matched).toEqual([
      'email → email',
      'name → name',
      'position → order',
      'utm_source → source.utmSource',
      'utm_medium → source.utmMedium',
      'utm_campaign → source.utmCampaign',
      'referrer_host → source.referrerHost',
      'language → language',
      'answers.role → answers.role',
    ]);
  });

  it('keeps its own order where a position is a job, or names something every object has', async () => {
    const { matched, people } = await read(
      'Email,Position,constructor',
      'bob@example.com,CEO,2',
      'ada@example.com,CTO,1',
    );
    expect(matched).toEqual(['Email → email']);
    expect(emails(people)).toEqual(['bob@example.com', 'ada@example.com']);
  });

  it('prefers a whole name to its parts', async () => {
    const { people } = await read('email,first name,surname,name', 'ada@example.com,Ada,King,Countess');
    expect(people).toEqual([{ email: 'ada@example.com', name: 'Countess' }]);
  });
});

describe('the order of people', () => {
  const order = async (...cells: readonly string[]) => {
    const rows = cells.map((cell, index) => [`p${index}@example.com`, cell]);
    const { ready, refused } = toPeople({ columns: ['email', 'at'], rows }, ['email', 'order'], []);
    return {
      ready: emails(ready.map(({ person }) => person)).map(email => Number(email[1])),
      refused: refused.map(({ reason }) => reason),
    };
  };

  it('is by number, not by digit, and without one last, as in the file', async () => {
    expect(await order('', '#10', '9', '', '100')).toEqual({ ready: [2, 1, 4, 0, 3], refused: [] });
  });

  it('is by time, also with underscores and without a time of day', async () => {
    const cells = ['2022-04-10_18-34-28', '2022-04-10T18:34:27.999Z', '2022-04-10', '2021-12-31 23:59'];
    expect((await order(...cells)).ready).toEqual([3, 2, 1, 0]);
  });

  it('is not guessed from anything else', async () => {
    const refused = 'order must be a number, or a date like 2026-07-31';
    expect(await order('7/17/2022', 'Mar 15, 2025', '1')).toEqual({
      ready: [2],
      refused: [refused, refused],
    });
  });
});
