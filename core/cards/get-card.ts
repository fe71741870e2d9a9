import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { languageAmong } from '../languages/language.ts';
import { cardUrl, toCard } from '../pages/card.ts';
import { localize } from '../waitlists/localize.ts';
import { requireWaitlist, type WaitlistFinder } from '../waitlists/require-waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';

export const getCard = definePeopleOperation({
  name: 'get_card',
  group: 'dashboard',
  title: 'Get the social card',
  summary: 'The social card made for a waitlist',
  description: 'The card that links to the page show while it has no ogImage, made from the saved design.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/card',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ url: z.url().meta({ description: 'A PNG; changes with its content' }) }),
  async run({ caller, services, site }: CallerContext<WaitlistFinder>, { id }) {
    const waitlist = await requireWaitlist(services, caller.account.id, id);
    return {
      url: cardUrl(
        site,
        waitlist.slug,
        toCard(site, localize(waitlist, languageAmong(waitlist.languages, null))),
      ),
    };
  },
});
