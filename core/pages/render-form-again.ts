import type { PostedForm } from './render-default-form.ts';
import { renderDefaultForm } from './render-default-form.ts';
import { type PageView, renderPageWith } from './render-page.ts';
import { renderPoweredBy } from './render-powered-by.ts';

/** The page after its form was posted without JavaScript and refused: the form alone, filled, with the errors. */
export const renderFormAgain = (view: PageView, posted: PostedForm): string =>
  renderPageWith(view, {
    body: `<main id="stage" class="stage" data-state="form">
${renderDefaultForm(view, posted)}
</main>
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl)}`,
  });
