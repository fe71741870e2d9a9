import * as z from 'zod';
import type { PublicEndpoint } from '../api-description/public-endpoint.ts';
import { component, DateTime, Uuid } from '../kernel/schemas.ts';
import { LANGUAGES } from '../languages/language.ts';
import { Questions } from '../questions/question.ts';
import { Door } from '../waitlists/door.ts';

/** What `EmbedSettings` describes. */
const FormSettings = () =>
  component('FormSettings', {
    waitlistId: Uuid,
    name: z.string(),
    brandColor: z.string().nullable(),
    onBrandColor: z.string().nullable().meta({ description: 'Black or white, for text on brandColor' }),
    buttonLabel: z.string().nullable(),
    referralBoost: z
      .int()
      .nullable()
      .meta({ description: 'Places gained for each friend; null while referrals are off' }),
    allowedOrigins: z.array(z.string()),
    questions: Questions().meta({ description: 'On the form, and after joining' }),
    challenge: z
      .object({ siteKey: z.string(), scriptUrl: z.string() })
      .nullable()
      .meta({ description: 'The bot check: a script of Turnstile, whose token a signup sends' }),
    door: Door(),
    opensAt: DateTime.nullable(),
    closedMessage: z.string().nullable().meta({ description: 'Why nobody can join; null while it is open' }),
    pageUrl: z.string(),
    language: z.enum(LANGUAGES),
    texts: z.record(z.string(), z.unknown()).meta({ description: 'What our own form says, in language' }),
  });

/** `GET /w/{slug}/embed.json`. */
export const embedEndpoint: PublicEndpoint = {
  name: 'get_form_settings',
  method: 'GET',
  path: '/w/{slug}/embed.json',
  summary: 'Read the settings of a form',
  description:
    'How the form of a waitlist looks, what it asks, and whether it is open, for a form of your own. Any site may read it. It is cached for a minute at most.',
  parameters: { slug: { description: 'The slug of the waitlist', example: 'rocket-bikes' } },
  answers: {
    200: {
      description: 'The settings',
      output: FormSettings,
      example: {
        waitlistId: 'b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
        name: 'Rocket Bikes',
        brandColor: '#2b50e0',
        onBrandColor: '#ffffff',
        buttonLabel: 'Join the waitlist',
        referralBoost: 3,
        allowedOrigins: ['https://rocket-bikes.com'],
        questions: [
          {
            key: 'company_size',
            label: 'How many people work there?',
            type: 'choice',
            options: ['1-10', '11-50'],
            required: false,
            ask: 'form',
          },
        ],
        challenge: null,
        door: 'open',
        opensAt: null,
        closedMessage: null,
        pageUrl: 'https://anteroom.example/w/rocket-bikes',
        language: 'en',
        texts: { copyLink: 'Copy link' },
      },
    },
  },
  errors: { not_found: 'There is no waitlist with this slug' },
};
