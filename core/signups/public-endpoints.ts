import type { PublicEndpoint } from '../api-description/public-endpoint.ts';
import {
  AlreadyJoined,
  PendingConfirmation,
  SignupBody,
  SignupConfirmation,
  SignupFields,
} from './schemas.ts';

const SLUG = { description: 'The slug of the waitlist', example: 'rocket-bikes' };

/** `POST /w/{slug}/signups`. */
export const joinEndpoint: PublicEndpoint = {
  name: 'join_waitlist',
  method: 'POST',
  path: '/w/{slug}/signups',
  summary: 'Join a waitlist',
  description:
    'For browsers and apps: your backend adds people with add_entries. Send JSON, or a form, urlencoded or multipart. A form is led on with a 303, and gets other answers and errors as a page. A browser on another site needs its origin in allowedOrigins. Messages are in the language of the person.',
  parameters: { slug: SLUG },
  input: SignupBody,
  example: { email: 'ada@example.com', name: 'Ada Lovelace' },
  form: SignupFields,
  answers: {
    200: {
      description: 'The email is on the list already. The link to their place is mailed',
      output: AlreadyJoined,
      example: { alreadyJoined: true, message: 'You’re already on this list.' },
    },
    201: {
      description: 'Joined',
      output: SignupConfirmation,
      example: {
        position: 7,
        referralCode: 'k7x4hjddem',
        referralLink: 'https://anteroom.example/w/rocket-bikes?ref=k7x4hjddem',
        statusUrl: 'https://anteroom.example/s/Kq3vXc0TSmG7aBfW1nYd9uLhR5jZpE2oQxV8tI6sMwA',
        message: 'You’re on the list!',
      },
      hasLocation: true,
    },
    202: {
      description: 'Where the waitlist confirms addresses: they join by the link that was mailed',
      output: PendingConfirmation,
      example: { pending: true, message: 'Check your email to confirm your address.' },
    },
    303: { description: 'A form: to redirectUrl, else to their place', hasLocation: true },
  },
  errors: {
    validation_failed: 'A field or an answer is missing or invalid; `details` names each',
    invalid_json: 'The body is not a JSON object',
    unsupported_media_type: 'The body is neither JSON nor a form, or is compressed',
    origin_not_allowed: 'The waitlist does not list this site in `allowedOrigins`',
    waitlist_closed: 'The waitlist is not open yet, closed, or full',
    challenge_failed: 'The bot check is missing or failed',
    not_found: 'There is no waitlist with this slug',
    rate_limited: 'There were too many attempts from this network',
  },
};
