import { Alert, Button, Select } from '@mantine/core';
import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import type { Language } from '../../../core/languages/language.ts';
import { ANY_LANGUAGE, isKind, KIND_CHOICES, KINDS, LANGUAGE_CHOICES } from './kinds.ts';

/** Which email it is, and for whom. */
export const KindFields = ({
  kind,
  language,
  onKind,
  onLanguage,
}: {
  readonly kind: TemplateKind;
  readonly language: Language | null;
  readonly onKind: (kind: TemplateKind) => void;
  readonly onLanguage: (language: Language | null) => void;
}) => (
  <div className="two">
    <Select
      label="Email"
      description={KINDS[kind].lead}
      data={KIND_CHOICES}
      allowDeselect={false}
      value={kind}
      onChange={value => isKind(value) && onKind(value)}
    />
    <Select
      label="Language"
      description="Of the people who get it"
      data={LANGUAGE_CHOICES}
      allowDeselect={false}
      value={language ?? ANY_LANGUAGE}
      onChange={value => onLanguage(value === ANY_LANGUAGE ? null : (value as Language))}
    />
  </div>
);

/** For a text that was written before its kind was changed. */
export const OtherKind = ({
  kind,
  onStartOver,
}: {
  readonly kind: TemplateKind;
  readonly onStartOver: () => void;
}) => (
  <Alert title="You wrote this text for another email">
    <p>
      The preview says what it can’t use now. You can also start from our default email, which replaces your
      text.
    </p>
    <Button mt="sm" size="xs" variant="default" onClick={onStartOver}>
      {`Start from the default: ${KINDS[kind].label}`}
    </Button>
  </Alert>
);
