import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { DnsAnswer, DomainDns } from '../../core/domains/domain-dns.ts';

interface DomainDnsOptions {
  /** Addresses of the resolvers, with a port where it is not 53. Default: those of the system. */
  readonly servers?: readonly string[] | undefined;
}

/** A try of one server; with the next one, an answer or none is there within four seconds. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** Nobody chains more; a loop ends here. */
const MAX_HOPS = 4;

/** The name or the record does not exist, as an answer and not for want of one. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

/** Of names that no public server knows, none is asked (RFC 6761). */
const isReserved = (domain: string): boolean => /(^|\.)(test|example|invalid|localhost)$/.test(domain);

const NOTHING: DnsAnswer = {
  aliases: [],
  addresses: [],
  originAddresses: [],
  authorities: null,
  failed: false,
};

/** {@link DomainDns} on the resolver of Node.js. */
export function createDomainDns({ servers }: DomainDnsOptions = {}): DomainDns {
  function createResolver(): Resolver {
    // One for each look-up: a resolver remembers nothing but would be stuck with a server that once failed.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers && servers.length > 0) resolver.setServers(servers);
    return resolver;
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
      // A name with a CNAME has the addresses of where it leads, which say nothing more.
      return {
        aliases,
        addresses: aliases.length > 0 ? [] : addresses,
        originAddresses,
        authorities,
        failed,
      };
    },
  };
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

/** The nearest CAA records at or above a name count, and of them those that restrict who may issue (RFC 8659). */
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
