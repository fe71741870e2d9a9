import type { OpenApiDocument } from '../api-description/openapi.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { AccountStore } from './account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';

/** Usage of an account. */
export interface Usage {
  readonly waitlists: number;
  readonly licensedWaitlists: number;
  /** Signups on all its waitlists. */
  readonly entries: number;
  /** Size of its images. */
  readonly imageBytes: number;
  /** Connected to its waitlists, whatever their state. */
  readonly domains: number;
  /** AI page generations this calendar month (UTC). */
  readonly aiGenerations: number;
}

export interface UsageStore {
  usage(accountId: string): Promise<Usage>;
}

/** An entry of the index. */
export type Endpoint = Pick<Operation, 'method' | 'path' | 'scope' | 'summary'>;

export interface ApiDescription {
  listEndpoints(): Endpoint[];
  describeApi(site: Site): OpenApiDocument;
}

/** The services of the endpoint group `account`. */
export interface AccountServices {
  readonly usage: UsageStore;
  readonly accounts: Pick<AccountStore, 'getsReplies'>;
  /** Injected, because the registry behind it imports this domain. */
  readonly description: ApiDescription;
  /** Where users get help; null if the operator gave no address. */
  readonly supportEmail: string | null;
}

/** The services of the operations for people. */
export interface PeopleAccountServices {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly worker: WakeUp;
  readonly digestKey: () => Promise<DigestKey>;
}
