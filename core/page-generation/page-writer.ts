/** A message in a conversation with a model. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface WritingRequest {
  /** The system prompt. */
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
}

export interface Writing {
  readonly text: string;
  /** Finished, cut off at `maxTokens`, or refused. */
  readonly end: 'complete' | 'cut_off' | 'refused';
}

/** The model is unavailable, too slow, or refuses us; `cause` says why. */
export class WriterUnavailableError extends Error {
  override readonly name = 'WriterUnavailableError';
  /** Whether the request timed out. */
  readonly timedOut: boolean;

  constructor(message: string, options: ErrorOptions & { readonly timedOut?: boolean } = {}) {
    super(message, options);
    this.timedOut = options.timedOut ?? false;
  }
}

/** A language model. */
export interface PageWriter {
  /** @throws {WriterUnavailableError} */
  write(request: WritingRequest): Promise<Writing>;
}
