import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import {
  type PageWriter,
  WriterUnavailableError,
  type Writing,
} from '../../core/page-generation/page-writer.ts';
import { clientSettings } from '../aws-client.ts';

interface BedrockWriterOptions {
  readonly region: string;
  /** A model, or an inference profile. */
  readonly modelId: string;
  /** Only for stand-ins of Bedrock. */
  readonly endpoint?: string | undefined;
}

/** Stop reasons other than a normal end. */
const ENDS: Readonly<Record<string, Writing['end']>> = {
  max_tokens: 'cut_off',
  model_context_window_exceeded: 'cut_off',
  guardrail_intervened: 'refused',
  content_filtered: 'refused',
  refusal: 'refused',
};

function toWriting({ output, stopReason }: ConverseCommandOutput): Writing {
  // Skip other kinds of blocks, such as reasoning.
  const text = (output?.message?.content ?? []).map(block => block.text ?? '').join('');
  return { text, end: ENDS[stopReason ?? ''] ?? 'complete' };
}

const TIMEOUTS = new Set(['TimeoutError', 'AbortError', 'ModelTimeoutException']);

/** {@link PageWriter} on the Converse API of Amazon Bedrock. */
export function createBedrockWriter({ region, modelId, endpoint }: BedrockWriterOptions): PageWriter {
  const client = new BedrockRuntimeClient({
    ...clientSettings({ region, endpoint }),
    // Retry once, since throttling passes quickly; more retries would use up the time limit.
    maxAttempts: 2,
    // A new connection for each request: a kept one is dead by the time a frozen instance thaws.
    requestHandler: { disableConcurrentStreams: true },
  });

  return {
    async write({ system, turns, maxTokens, timeoutMs }) {
      const abortSignal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
      try {
        return toWriting(
          await client.send(
            new ConverseCommand({
              modelId,
              system: [{ text: system }],
              messages: turns.map(({ role, text }) => ({ role, content: [{ text }] })),
              inferenceConfig: { maxTokens },
            }),
            { abortSignal },
          ),
        );
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown';
        throw new WriterUnavailableError(`The model failed: ${name}`, {
          cause: error,
          timedOut: TIMEOUTS.has(name),
        });
      }
    },
  };
}
