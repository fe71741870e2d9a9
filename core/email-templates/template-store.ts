/** A stored template. */
export interface TemplateRecord {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly waitlistIds: readonly string[];
  readonly createdAt: Date;
}

/** What its holder sets. `text` is the plain form of `html`, made when it is saved. */
export interface TemplateFields {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Waitlists that are not the account's: the first of `waitlistIds`, by its place, that names none of them. */
export interface UnknownWaitlist {
  readonly unknownWaitlist: number;
}

/** The account has as many templates as it can, or what was sent would make its list larger than an answer can be. */
export interface ListIsFull {
  readonly listIsFull: 'templates' | 'html' | 'waitlistIds';
}

/** Templates of accounts. One of another account is, for every method, one that does not exist. */
export interface TemplateStore {
  list(accountId: string): Promise<TemplateRecord[]>;
  find(accountId: string, id: string): Promise<TemplateRecord | null>;
  /** All or nothing; a waitlist that had another template has this one then. */
  insert(
    accountId: string,
    fields: TemplateFields,
    waitlistIds: readonly string[],
  ): Promise<TemplateRecord | UnknownWaitlist | ListIsFull>;
  /** Changes what is there, all or nothing; `waitlistIds` replaces the whole set. */
  update(
    accountId: string,
    id: string,
    changes: { readonly [Member in keyof TemplateFields]?: TemplateFields[Member] | undefined },
    waitlistIds: readonly string[] | undefined,
  ): Promise<TemplateRecord | UnknownWaitlist | ListIsFull | null>;
  /** Its waitlists have the default confirmation again. */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** What the operations of this domain work with. */
export interface TemplateServices {
  readonly templates: TemplateStore;
  /** The plain form of a template's HTML, its variables kept. */
  readonly htmlToText: (html: string) => string;
}
