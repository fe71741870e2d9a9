import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Language } from '../../../core/languages/language.ts';
import type { Waitlist } from '../api/queries.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { nameLanguage } from '../waitlists/facet-names.ts';
import { useSaveWaitlist, type WaitlistChanges } from '../waitlists/use-save.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { LanguageList } from './language-list.tsx';
import './languages.css';
import { TranslationEditor } from './translation-editor.tsx';
import {
  countMissing,
  halfTranslated,
  type TranslationDraft,
  toDraft,
  toTranslation,
  translatePrompt,
  translationFields,
} from './translation-fields.ts';

export function LanguagesScreen() {
  const waitlist = useWaitlist();
  return <Languages key={waitlist.id} waitlist={waitlist} />;
}

type Drafts = Readonly<Partial<Record<Language, TranslationDraft>>>;

/** What is on the screen and not saved yet. */
function useDraft(waitlist: Waitlist) {
  const fields = useMemo(() => translationFields(waitlist), [waitlist]);
  const [languages, setLanguages] = useState<readonly Language[] | null>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const shown = languages ?? waitlist.languages;
  const stored = (language: Language) => toDraft(fields, waitlist.translations?.[language]);
  const draftOf = (language: Language) => ({ ...stored(language), ...drafts[language] });
  const changed = (Object.keys(drafts) as Language[]).filter(
    language => JSON.stringify(draftOf(language)) !== JSON.stringify(stored(language)),
  );
  const isReordered = shown.join() !== waitlist.languages.join();
  return {
    fields,
    languages: shown,
    // Its own texts are in the default language.
    translated: shown.filter(
      (language, index) => index > 0 || waitlist.translations?.[language] !== undefined,
    ),
    draftOf,
    isDirty: isReordered || changed.length > 0,
    changes: (): WaitlistChanges => ({
      ...(isReordered && { languages: [...shown] }),
      ...(changed.length > 0 && {
        translations: Object.fromEntries(
          changed.map(language => [language, toTranslation(fields, draftOf(language))]),
        ),
      }),
    }),
    half: changed.flatMap(language =>
      halfTranslated(fields, draftOf(language)).map(path => ({ language, path })),
    ),
    setLanguages,
    setDraft: (language: Language, draft: TranslationDraft) => setDrafts({ ...drafts, [language]: draft }),
    reset() {
      setLanguages(null);
      setDrafts({});
    },
  };
}

const HALF = 'Translate every option of a question, or none';

/** The languages of a waitlist, and its texts in each. */
function Languages({ waitlist }: { readonly waitlist: Waitlist }) {
  const draft = useDraft(waitlist);
  const save = useSaveWaitlist(waitlist.id);
  const [chosen, setChosen] = useState<Language | null>(null);
  const [showsHalf, setShowsHalf] = useState(false);
  const { fields, translated, half } = draft;
  const language = translated.find(each => each === chosen) ?? translated[0];
  const errors = Object.fromEntries(
    half.flatMap(each => (showsHalf && each.language === language ? [[each.path, HALF]] : [])),
  );
  const missing = (each: Language) => countMissing(fields, draft.draftOf(each));
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        setShowsHalf(true);
        if (half[0]) setChosen(half[0].language);
        else save.mutate(draft.changes(), { onSuccess: draft.reset });
      }}
    >
      <Section
        title="Languages"
        lead="Visitors read your page, your emails, and our messages in the one that suits them, or in the default."
      >
        <LanguageList languages={draft.languages} onChange={draft.setLanguages} />
      </Section>
      {language !== undefined && fields.length > 0 && (
        <Section title="Translations" lead="What isn’t translated is shown as you wrote it.">
          <div className="language-bar">
            <SegmentedControl
              aria-label="Language"
              className="language-tabs"
              value={language}
              onChange={value => setChosen(value as Language)}
              data={translated.map(each => ({
                value: each,
                label: `${nameLanguage(each)}${missing(each) === 0 ? '' : ` · ${missing(each)} missing`}`,
              }))}
            />
            <CopyButton
              size="xs"
              value={translatePrompt(waitlist, translated)}
              label="Copy a prompt for your agent"
            />
          </div>
          <TranslationEditor
            key={language}
            language={language}
            fields={fields}
            draft={draft.draftOf(language)}
            errors={errors}
            onChange={next => draft.setDraft(language, next)}
          />
        </Section>
      )}
      {language !== undefined && fields.length === 0 && (
        <Section
          title="Translations"
          lead="Your page has no texts of yours yet. Ours are translated already."
        />
      )}
      <div className="settings-bar" data-dirty={draft.isDirty || undefined}>
        {save.error && <ProblemView error={save.error} />}
        <SaveBar isDirty={draft.isDirty} isBusy={save.isPending} onReset={draft.reset} label="Save changes" />
      </div>
    </form>
  );
}
