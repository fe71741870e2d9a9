import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashCode, inviteLink } from '../../../core/invitations/invitation-code.ts';
import { verifies } from '../../support/verifies.ts';

const CODE = 'dJ4s9XbGq2_tL8pZ-1aBcD';
const LINK = inviteLink('https://rocket.example/welcome?plan=early', CODE);

describe('the code of an invitation', () => {
  it.each([
    CODE,
    ` ${CODE}\n`,
    `\u200b${CODE}\u00a0`,
    `${CODE}.`,
    `(${CODE})`,
    `<${CODE}>`,
    `“${CODE}”,`,
    `${CODE}?utm_source=mail`,
    `${CODE}&utm_source=mail`,
    `${CODE}%20`,
    `code=${CODE}`,
    LINK,
    ` <${LINK}>. `,
    `${LINK}&utm_source=mail#top`,
    LINK.replace('&', '&amp;'),
    `https://rocket.example/?code=${CODE}&next=/?promocode=1`,
  ])(`is read in %j${verifies('invitations.redeem-pasted')}`, text => {
    expect(hashCode(text)).toEqual(createHash('sha256').update(CODE).digest());
  });

  it.each([
    '',
    '.',
    CODE.toLowerCase(),
    `${CODE}A`,
    CODE.slice(1),
    'https://rocket.example/welcome?plan=early',
  ])(`is another, or none, in %j${verifies('invitations.redeem-pasted')}`, text => {
    expect(hashCode(text)).not.toEqual(hashCode(CODE));
  });
});
