import { ValidationError } from '../kernel/errors.ts';
import type { OperationContext } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { findKindProblems, type TemplateText } from './content.ts';
import type { EmailTemplate } from './schemas.ts';
import type { CheckTemplate, ListIsFull, TemplateRecord, UnknownWaitlist } from './template-store.ts';
import { TEMPLATES_MAX } from './template-store.ts';

/** A template as the API returns it. */
export const toEmailTemplate = ({ createdAt, waitlistIds, ...record }: TemplateRecord): EmailTemplate => ({
  ...record,
  waitlistIds: [...waitlistIds],
  createdAt: createdAt.toISOString(),
});

/** The answer of `get_email_template`. */
export const showTemplate = (record: TemplateRecord) => ({ template: toEmailTemplate(record) });

/** Refuses to change or delete a template that differs from what the caller has read. */
export const checkUnchanged = ({ precondition }: OperationContext<unknown>): CheckTemplate | undefined =>
  precondition && (current => precondition(showTemplate(current)));

type Changes = { readonly [Member in keyof TemplateText]?: TemplateText[Member] | undefined };

/**
 * As {@link checkUnchanged}, and refuses a change after which the template were no email of its kind. Of a part that the change
 * leaves as it is, the problem is that of the kind.
 */
export function checkChange(context: OperationContext<unknown>, changes: Changes): CheckTemplate {
  const { kind, subject, html } = changes;
  const unchanged = checkUnchanged(context);
  return current => {
    unchanged?.(current);
    if (kind === undefined && subject === undefined && html === undefined) return;
    const text = {
      kind: kind ?? current.kind,
      subject: subject ?? current.subject,
      html: html ?? current.html,
    };
    const problems = findKindProblems(text).map(({ path, message }) =>
      changes[path] === undefined ? { path: 'kind', message: `${path} ${message}` } : { path, message },
    );
    if (problems.length > 0) throw new ValidationError(problems);
  };
}

/** The UUID in a path; null if it is not one. */
export const toTemplateId = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);

const FULL = {
  templates: {
    path: '',
    message: `the account already has ${TEMPLATES_MAX} email templates: delete one first`,
  },
  html: {
    path: 'html',
    message:
      'would make the templates of this account too large: shorten it, or delete another template first',
  },
  waitlistIds: {
    path: 'waitlistIds',
    message:
      'would make the templates of this account too large: link fewer, or delete another template first',
  },
} as const;

/**
 * Returns the record or throws the store's refusal.
 * @throws {ValidationError} naming the unknown waitlist, or what is too large
 */
export function requireStored(
  outcome: TemplateRecord | UnknownWaitlist | ListIsFull,
  waitlistIds: readonly string[] = [],
): TemplateRecord {
  if ('unknownWaitlist' in outcome) {
    const index = outcome.unknownWaitlist;
    throw ValidationError.at(
      `waitlistIds.${index}`,
      `“${waitlistIds[index]}” isn’t one of your waitlists: pass the id or slug of one that is`,
    );
  }
  if ('listIsFull' in outcome) throw new ValidationError([FULL[outcome.listIsFull]]);
  return outcome;
}
