import * as z from 'zod';
import type { PublicEndpoint } from '../api-description/public-endpoint.ts';
import { AnswersShown } from '../questions/answers.ts';
import { PlaceAnswersInput, PlaceLinkInput, PublicPlace } from './schemas.ts';

const SLUG = { description: 'The slug of the waitlist', example: 'rocket-bikes' };
const TOKEN = {
  description: 'Of statusUrl, the link to their place',
  example: 'Kq3vXc0TSmG7aBfW1nYd9uLhR5jZpE2oQxV8tI6sMwA',
};

const BODY_ERRORS = {
  validation_failed: 'A field is missing or invalid; `details` names each',
  invalid_json: 'The body is not a JSON object',
  unsupported_media_type: 'The body is neither JSON nor a form, or is compressed',
  rate_limited: 'There were too many attempts from this network',
};

/** What people on a list call. */
export const placeEndpoints: readonly PublicEndpoint[] = [
  {
    name: 'request_place_link',
    method: 'POST',
    path: '/w/{slug}/status-links',
    summary: 'Mail the link to a place',
    description:
      'Mails the link to the place of this person, or to leave the list. The answer is the same whether or not the email is on the list. A form gets a page.',
    parameters: { slug: SLUG },
    input: () => PlaceLinkInput,
    example: { email: 'ada@example.com' },
    form: () => PlaceLinkInput,
    answers: {
      202: {
        description: 'The link is mailed, if the email is on the list',
        output: () => z.object({ message: z.string() }),
        example: { message: 'If this email is on the list, we’ve sent a link to it.' },
      },
    },
    errors: { ...BODY_ERRORS, not_found: 'There is no waitlist with this slug' },
  },
  {
    name: 'get_place',
    method: 'GET',
    path: '/s/{token}.json',
    summary: 'Read a place',
    description: 'Where a person stands, without their email or name. Any site may read it with the token.',
    parameters: { token: TOKEN },
    answers: {
      200: {
        description: 'The place',
        output: PublicPlace,
        example: {
          waitlist: {
            name: 'Rocket Bikes',
            slug: 'rocket-bikes',
            url: 'https://anteroom.example/w/rocket-bikes',
          },
          position: 7,
          ahead: 5,
          signups: 1284,
          referralCount: 0,
          referralCode: 'k7x4hjddem',
          referralLink: 'https://anteroom.example/w/rocket-bikes?ref=k7x4hjddem',
          referralBoost: 3,
          status: 'waiting',
          joinedAt: '2026-11-02T09:30:00.000Z',
          expected: { from: '2026-11-09', to: '2026-11-16' },
        },
      },
    },
    errors: { not_found: 'Nobody has this token, or the person left' },
  },
  {
    name: 'answer_questions',
    method: 'POST',
    path: '/s/{token}/answers',
    summary: 'Answer questions after joining',
    description:
      'Changes the answers of a person to the questions with ask: after. Answers to others are ignored. A form is led back to the place.',
    parameters: { token: TOKEN },
    input: () => PlaceAnswersInput,
    example: { answers: { company_size: '11-50' } },
    form: () => PlaceAnswersInput,
    answers: {
      200: {
        description: 'All answers of the person that visitors may see',
        output: () => z.object({ answers: AnswersShown() }),
        example: { answers: { company_size: '11-50' } },
      },
      303: { description: 'A form: back to the place', hasLocation: true },
    },
    errors: { ...BODY_ERRORS, not_found: 'Nobody has this token, or the person left' },
  },
];
