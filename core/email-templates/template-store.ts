import type { TemplateContent } from '../email/render-template.ts';
import type { TemplateKind } from '../email/template-kinds.ts';
import type { Language } from '../languages/language.ts';

export const TEMPLATES_MAX = 50;

/**
 * Bytes of all HTML and links of an account, which the list reads at once, as an agent receives them: JSON inside a JSON string, once
 * singly and once doubly encoded. A letter takes two bytes, a quotation mark twelve.
 */
export const LISTED_BYTES = 6_000_000;

/** Bytes per linked waitlist. */
export const LINK_BYTES = 90;

export interface TemplateRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: TemplateKind;
  /** Of the people who get it. Null: of any that no other template is for. */
  readonly language: Language | null;
  readonly subject: string;
  readonly html: string;
  readonly waitlistIds: readonly string[];
  readonly createdAt: Date;
}

/** The part that the account sets. `text` is the plain text of `html`, made on save. */
export interface TemplateFields {
  readonly name: string;
  readonly kind: TemplateKind;
  /** Of the people who get it. Null: of any that no other template is for. */
  readonly language: Language | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Index of the first of `waitlists` that is not the account's. */
export interface UnknownWaitlist {
  readonly unknownWaitlist: number;
}

/** The account has the maximum number of templates, or what they may store. */
export interface ListIsFull {
  readonly listIsFull: 'templates' | 'html' | 'waitlistIds';
}

/** Sees a template that stays as it is until the change is made. Throws to refuse the change. */
export type CheckTemplate = (current: TemplateRecord) => void;

/** Templates of accounts. For every method, a template of another account does not exist. */
export interface TemplateStore {
  list(accountId: string): Promise<TemplateRecord[]>;
  find(accountId: string, id: string): Promise<TemplateRecord | null>;
  /** Whether the account ever paid for anything. */
  hasPaid(accountId: string): Promise<boolean>;
  /** The one that emails of a kind to people of a language are made from. Null: none. */
  findUsed(
    accountId: string,
    waitlistId: string,
    kind: TemplateKind,
    language: string | null,
  ): Promise<TemplateContent | null>;
  /** All or nothing. Replaces the current templates of its kind and language of `waitlists`, ids or slugs. Returns a template that has that id already. */
  insert(
    accountId: string,
    id: string,
    fields: TemplateFields,
    waitlists: readonly string[],
  ): Promise<TemplateRecord | UnknownWaitlist | ListIsFull>;
  /**
   * Changes the given fields, all or nothing. `waitlists`, ids or slugs, replaces the whole set. Its waitlists no longer use
   * others of the kind and language that it has then.
   */
  update(
    accountId: string,
    id: string,
    changes: { readonly [Member in keyof TemplateFields]?: TemplateFields[Member] | undefined },
    waitlists: readonly string[] | undefined,
    check?: CheckTemplate,
  ): Promise<TemplateRecord | UnknownWaitlist | ListIsFull | null>;
  /** Its waitlists use the default email again. */
  remove(accountId: string, id: string, check?: CheckTemplate): Promise<boolean>;
}

/** The services of this domain's operations. */
export interface TemplateServices {
  readonly templates: TemplateStore;
  /** Plain text of a template's HTML, keeping its variables. */
  readonly htmlToText: (html: string) => string;
  /** How old a free account that never paid must be before its templates are sent. */
  readonly ownTemplatesAfterHours: number;
}
