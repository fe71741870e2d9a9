import { ActionIcon, Badge, Button, Select } from '@mantine/core';
import { LANGUAGES, type Language } from '../../../core/languages/language.ts';
import { X } from '../design/icons.ts';
import { nameLanguage } from '../waitlists/facet-names.ts';
import { languageName } from './translation-fields.ts';

const fullName = (language: Language): string => languageName(language, nameLanguage(language));

/** The languages of a waitlist, of which the first is the default. */
export function LanguageList({
  languages,
  onChange,
}: {
  readonly languages: readonly Language[];
  readonly onChange: (languages: Language[]) => void;
}) {
  const others = LANGUAGES.filter(language => !languages.includes(language));
  return (
    <div className="languages">
      <ol className="language-list">
        {languages.map((language, index) => (
          <li key={language} className="language-row">
            <span className="language-name">{fullName(language)}</span>
            {index === 0 ? (
              <Badge variant="light" color="gray">
                Default
              </Badge>
            ) : (
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Make default: ${nameLanguage(language)}`}
                  onClick={() => onChange([language, ...languages.filter(each => each !== language)])}
                >
                  Make default
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${nameLanguage(language)}`}
                  onClick={() => onChange(languages.filter(each => each !== language))}
                >
                  <X size={16} />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Select
          label="Add a language"
          placeholder="Choose one"
          searchable
          value={null}
          data={others.map(language => ({ value: language, label: fullName(language) }))}
          onChange={value => {
            const added = others.find(language => language === value);
            if (added) onChange([...languages, added]);
          }}
          className="language-add"
        />
      )}
    </div>
  );
}
