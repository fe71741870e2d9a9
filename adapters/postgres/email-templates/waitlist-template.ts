import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import type { Templated } from '../../../core/email-templates/own-template.ts';
import { languageIn } from '../entries/place-columns.ts';

/** SQL condition: whether the account with this id, an SQL expression, ever paid for anything. */
export const hasPaid = (accountId: string): string =>
  `EXISTS (SELECT FROM checkouts c WHERE c.account_id = ${accountId} AND c.paid_at IS NOT NULL)`;

/**
 * SQL: the template `t` that `waitlists` w use for a kind and a language, or else for any language. Both are SQL expressions.
 */
export const joinTemplate = (kind: string, language: string): string => `LEFT JOIN LATERAL (
    SELECT t.id, t.subject, t.html, t.text FROM email_template_links l JOIN email_templates t ON t.id = l.template_id
    WHERE l.waitlist_id = w.id AND t.kind = ${kind} AND (t.language IS NULL OR t.language = ${language})
    ORDER BY t.language NULLS LAST LIMIT 1) t ON true`;

/**
 * SQL for emails of a kind.
 * @param language - the person's, an SQL expression
 * @returns `columns`: those of a {@link TemplateRow}, of `waitlists` w, `accounts` a, and the `join`
 */
export const waitlistTemplate = (kind: TemplateKind, language: string) => ({
  columns: `w.description, a.created_at AS "accountCreatedAt", ${hasPaid('a.id')} AS "hasPaid",
    t.id AS "templateId", CASE WHEN t.id IS NOT NULL AND row_number() OVER (PARTITION BY t.id) = 1 THEN
      json_build_object('subject', t.subject, 'html', t.html, 'text', t.text) END AS template`,
  join: joinTemplate(`'${kind}'`, languageIn(language)),
});

/** A template is read once, however many emails of a batch use it. */
export type TemplateRow<Row extends Templated> = Row & {
  readonly n: number;
  readonly templateId: string | null;
};

/** Gives each row the template that one of them has. */
export function shareTemplates<Row extends Templated>(
  rows: readonly TemplateRow<Row>[],
): Omit<TemplateRow<Row>, 'templateId'>[] {
  const templates = new Map(
    rows.flatMap(({ templateId, template }) => (template ? [[templateId, template] as const] : [])),
  );
  return rows.map(({ templateId, ...row }) => ({ ...row, template: templates.get(templateId) ?? null }));
}
