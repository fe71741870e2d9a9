import { textsOf } from '../languages/texts.ts';
import { renderPoweredBy } from '../markup/render-powered-by.ts';
import { answerError, type FormField, fieldError } from './field-errors.ts';
import type { PostedForm } from './render-default-form.ts';
import { renderDefaultForm } from './render-default-form.ts';
import { renderDoorBar } from './render-door.ts';
import { type PageView, renderPageWith } from './render-page.ts';

const mapValues = (
  messages: Readonly<Record<string, string>>,
  map: (message: string, key: string) => string,
) => Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, map(message, key)]));

/** The form with its errors in words for visitors. @param posted - with the messages of the API */
function explainErrors({ language }: PageView, posted: PostedForm): PostedForm {
  const { form, answer } = textsOf(language);
  const { errors, answers } = posted;
  return {
    ...posted,
    errors: mapValues(errors, (message, field) => fieldError(form, field as FormField, message)),
    ...(answers && {
      answers: { ...answers, errors: mapValues(answers.errors, message => answerError(answer, message)) },
    }),
  };
}

/**
 * The page after its form was posted without JavaScript and refused: the form alone, filled, with the errors.
 * @param posted - its errors are messages of the API
 */
export const renderFormAgain = (view: PageView, posted: PostedForm): string =>
  renderPageWith(view, {
    body: `<main id="stage" class="stage" data-state="form">
${renderDefaultForm(view, explainErrors(view, posted))}
</main>
${renderDoorBar(view, true)}
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl, view.language)}`,
  });
