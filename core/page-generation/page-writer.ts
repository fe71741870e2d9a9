/** One thing said in a conversation with a model. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface WritingRequest {
  /** What the model is, and the rules. */
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
  /** When to give up, in milliseconds from now. */
  readonly timeoutMs: number;
}

export interface Writing {
  readonly text: string;
  /** Whether it said all, was cut off at `maxTokens`, or would not say it. */
  readonly end: 'complete' | 'cut_off' | 'refused';
}

/** The model does not answer, or not in time, or refuses us; `cause` says why. */
export class WriterAwayError extends Error {
  override readonly name = 'WriterAwayError';
  /** It may have needed more time than there was. */
  readonly timedOut: boolean;

  constructor(message: string, options: ErrorOptions & { readonly timedOut?: boolean } = {}) {
    super(message, options);
    this.timedOut = options.timedOut ?? false;
  }
}

/** A language model. */
export interface PageWriter {
  /** @throws {WriterAwayError} */
  write(request: WritingRequest): Promise<Writing>;
}
