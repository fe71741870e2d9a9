import { TEMPLATE_KINDS, type TemplateKind } from '../../../core/email/template-kinds.ts';
import { LANGUAGES, type Language } from '../../../core/languages/language.ts';

/** What the kinds of email are called, and when people get them. */
export const KINDS: Readonly<Record<TemplateKind, { readonly label: string; readonly lead: string }>> = {
  confirmation: { label: 'Confirmation', lead: 'When they have joined' },
  confirm_address: {
    label: 'Address confirmation',
    lead: 'Before they join, if the waitlist confirms addresses',
  },
  invitation: { label: 'Invitation', lead: 'When you let them in' },
  moved_up: { label: 'Moved up', lead: 'When a friend they invited joins' },
};

export const KIND_CHOICES = TEMPLATE_KINDS.map(value => ({ value, label: KINDS[value].label }));

const names = new Intl.DisplayNames('en', { type: 'language' });

export const languageName = (language: Language | null): string =>
  language === null ? 'Any language' : (names.of(language) ?? language);

/** Choices are texts. */
export const ANY_LANGUAGE = 'any';

export const LANGUAGE_CHOICES = [
  { value: ANY_LANGUAGE, label: languageName(null) },
  ...LANGUAGES.map(value => ({ value, label: languageName(value) })),
];

export const isKind = (value: unknown): value is TemplateKind =>
  (TEMPLATE_KINDS as readonly unknown[]).includes(value);
