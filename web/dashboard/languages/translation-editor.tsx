import { Textarea } from '@mantine/core';
import { directionOf, type Language } from '../../../core/languages/language.ts';
import type { TranslationDraft, TranslationField } from './translation-fields.ts';

/** The texts of a waitlist in another language, each beside the original. */
export function TranslationEditor({
  language,
  fields,
  draft,
  errors,
  onChange,
}: {
  readonly language: Language;
  readonly fields: readonly TranslationField[];
  readonly draft: TranslationDraft;
  /** By path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (draft: TranslationDraft) => void;
}) {
  return (
    <div className="translations">
      {fields.map(({ path, name, original, max }) => (
        <div key={path} className="translation" data-option={path.includes('.options.') || undefined}>
          <div className="translation-original">
            <span className="translation-name" aria-hidden>
              {name}
            </span>
            <p dir="auto">{original}</p>
          </div>
          <Textarea
            // Named with the original, which is beside it for the eye alone.
            aria-label={`${name}: ${original}`}
            placeholder="Not translated"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={max}
            lang={language}
            dir={directionOf(language)}
            value={draft[path] ?? ''}
            error={errors[path]}
            onChange={event => onChange({ ...draft, [path]: event.currentTarget.value })}
          />
        </div>
      ))}
    </div>
  );
}
