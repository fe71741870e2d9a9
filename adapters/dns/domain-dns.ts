import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { DnsAnswer, DomainDns, RecordDns, RecordType } from '../../core/domains/domain-dns.ts';

interface DomainDnsOptions {
  /** Addresses of the resolvers, with the port if not 53. Default: the system's resolvers. */
  readonly servers?: readonly string[] | undefined;
}

/** Per try and server; with one retry, a look-up ends within four seconds. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** No real chain is longer, and a loop ends here. */
const MAX_HOPS = 4;

/** Answers that the name or the record does not exist, rather than failures. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

/** Reserved names, which no public server knows (RFC 6761), are not looked up. */
const isReserved = (domain: string): boolean => /(^|\.)(test|example|invalid|localhost)$/.test(domain);

const NOTHING: DnsAnswer = {
  aliases: [],
  addresses: [],
  originAddresses: [],
  authorities: null,
  failed: false,
};

/** {@link DomainDns} and {@link RecordDns} on the resolver of Node.js. */
export function createDomainDns({ servers }: DomainDnsOptions = {}): DomainDns & RecordDns {
  function createResolver(): Resolver {
    // A new one for each look-up, so that it does not keep avoiding a server that failed once.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers && servers.length > 0) resolver.setServers(servers);
    return resolver;
  }

  async function records(type: RecordType, name: string): Promise<readonly string[] | null> {
    if (isReserved(name)) return [];
    try {
      return await resolveRecords(createResolver(), type, name);
    } catch (error) {
      return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  }

  return {
    async lookUp(domain, fallbackOrigin) {
      if (isReserved(domain)) return NOTHING;
      const resolver = createResolver();
      let failed = false;
      const ask = async <Value>(question: Promise<Value[]>): Promise<Value[]> => {
        try {
          return await question;
        } catch (error) {
          failed ||= !ABSENT.has((error as NodeJS.ErrnoException).code ?? '');
          return [];
        }
      };
      const addressesOf = async (name: string) =>
        (await Promise.all([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))])).flat();

      const [aliases, addresses, originAddresses, authorities] = await Promise.all([
        followAliases(name => ask(resolver.resolveCname(name)), domain),
        addressesOf(domain),
        addressesOf(fallbackOrigin),
        findAuthorities(name => ask(resolver.resolveCaa(name)), domain),
      ]);
      // A name with a CNAME has its target's addresses, which tell nothing more.
      return {
        aliases,
        addresses: aliases.length > 0 ? [] : addresses,
        originAddresses,
        authorities,
        failed,
      };
    },

    records,

    async texts(name) {
      return (await records('TXT', name)) ?? [];
    },
  };
}

async function resolveRecords(resolver: Resolver, type: RecordType, name: string): Promise<string[]> {
  switch (type) {
    case 'TXT':
      // A long text comes in parts.
      return (await resolver.resolveTxt(name)).map(parts => parts.join(''));
    case 'CNAME':
      return (await resolver.resolveCname(name)).map(plain);
    case 'MX':
      return (await resolver.resolveMx(name)).map(
        ({ priority, exchange }) => `${priority} ${plain(exchange)}`,
      );
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

async function followAliases(ask: (name: string) => Promise<string[]>, domain: string): Promise<string[]> {
  const aliases: string[] = [];
  let name = domain;
  while (aliases.length < MAX_HOPS) {
    const [next] = await ask(name);
    if (next === undefined) break;
    name = plain(next);
    aliases.push(name);
  }
  return aliases;
}

/** Only the nearest CAA records at or above a name count, and only those that restrict who may issue (RFC 8659). */
async function findAuthorities(
  ask: (name: string) => Promise<CaaRecord[]>,
  domain: string,
): Promise<string[] | null> {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  const answers = await Promise.all(names.map(ask));
  const nearest = answers.find(records => records.length > 0) ?? [];
  const issuers = nearest.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  if (issuers.length === 0) return null;
  return issuers.map(issuer => plain(issuer.split(';')[0]?.trim() ?? ''));
}
