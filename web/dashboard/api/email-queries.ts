import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import type { Language } from '../../../core/languages/language.ts';
import { call, type Input } from './client.ts';

export const defaultEmailsKey = (waitlistId: string) => ['default-email', waitlistId] as const;

/** The default email of a kind, in the look of a waitlist. Saving that asks for it again. */
export const defaultEmailQuery = (waitlistId: string, kind: TemplateKind, language: Language | null) =>
  queryOptions({
    queryKey: [...defaultEmailsKey(waitlistId), kind, language],
    queryFn: ({ signal }) =>
      call('get_default_email', { waitlistId, kind, language: language ?? undefined }, signal),
  });

/** A draft as the service would send it, with sample values. */
export const emailPreviewQuery = (draft: Input<'preview_email_template'>) =>
  queryOptions({
    queryKey: ['email-preview', draft],
    queryFn: ({ signal }) => call('preview_email_template', draft, signal),
    placeholderData: keepPreviousData,
    staleTime: 'static',
  });
