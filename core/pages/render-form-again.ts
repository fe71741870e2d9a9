import { renderPoweredBy } from '../markup/render-powered-by.ts';
import type { PostedForm } from './render-default-form.ts';
import { renderDefaultForm } from './render-default-form.ts';
import { renderDoorBar } from './render-door.ts';
import { type PageView, renderPageWith } from './render-page.ts';

/** The page after its form was posted without JavaScript and refused: the form alone, filled, with the errors. */
export const renderFormAgain = (view: PageView, posted: PostedForm): string =>
  renderPageWith(view, {
    body: `<main id="stage" class="stage" data-state="form">
${renderDefaultForm(view, posted)}
</main>
${renderDoorBar(view, true)}
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl, 'en')}`,
  });
