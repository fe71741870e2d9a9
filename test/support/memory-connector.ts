import {
  CONNECTOR_LIMITS,
  type Connector,
  ConnectorError,
  type CopiedEntry,
  type Target,
} from '../../core/customer-database/connector.ts';
import { changeMetadata, readMetadata } from '../../core/questions/metadata.ts';

/** A customer's server, as the connector sees it, at `memory://name:password`. */
export interface MemoryServer {
  away: boolean;
  /** Rows by table, in the order they were added. */
  readonly tables: Map<string, Map<string, CopiedEntry & { position: number }>>;
}

export interface MemoryConnector extends Connector {
  server(name: string): MemoryServer;
  /** Every row of a server, in the order they were added. */
  rows(name: string): (CopiedEntry & { position: number })[];
  /** The total number of positions sent. */
  placesSent: number;
}

/** In-memory customer databases: writes are atomic and idempotent, and a test can make a server unavailable. */
export function createMemoryConnector(): MemoryConnector {
  const servers = new Map<string, MemoryServer>();

  function server(name: string): MemoryServer {
    const known = servers.get(name) ?? { away: false, tables: new Map() };
    servers.set(name, known);
    return known;
  }
  const nameOf = ({ connectionString }: Target) => /^memory:\/\/(\w+)/.exec(connectionString)?.[1] ?? '';

  function reach(target: Target): MemoryServer {
    const found = server(nameOf(target));
    if (found.away) throw new ConnectorError('unavailable', 'The server does not answer.');
    return found;
  }
  function tableOf(target: Target) {
    const table = reach(target).tables.get(target.tableName);
    if (!table) throw new ConnectorError('table', 'There is no table.');
    return table;
  }
  const within = (count: number, limit: number) => {
    if (count > limit) throw new Error(`${count} in one call; the limit is ${limit}`);
  };

  return {
    placesSent: 0,
    server,
    rows: name => [...server(name).tables.values()].flatMap(table => [...table.values()]),
    async test(target) {
      reach(target);
      return { serverVersion: 'memory' };
    },
    async prepare(target) {
      const { tables } = reach(target);
      if (!tables.has(target.tableName)) tables.set(target.tableName, new Map());
      return { serverVersion: 'memory', identity: `${nameOf(target)}/${target.tableName}` };
    },
    async append(target, entries) {
      within(entries.length, CONNECTOR_LIMITS.append);
      const table = tableOf(target);
      for (const entry of entries) if (!table.has(entry.id)) table.set(entry.id, { ...entry });
    },
    async setPositions(target, places) {
      within(places.length, CONNECTOR_LIMITS.setPositions);
      const table = tableOf(target);
      this.placesSent += places.length;
      for (const { id, position } of places) {
        const row = table.get(id);
        if (row) row.position = position;
      }
    },
    async erase(target, entries) {
      within(entries.length, CONNECTOR_LIMITS.erase);
      const table = tableOf(target);
      const codes = new Set(entries.map(({ referralCode }) => referralCode));
      for (const { id } of entries) table.delete(id);
      for (const [id, row] of table)
        if (row.referredBy !== null && codes.has(row.referredBy)) table.set(id, { ...row, referredBy: null });
    },
    async search(target, { part, answers }) {
      const has = (text: string | null) => text?.toLowerCase().includes(part?.toLowerCase() ?? '');
      return [...tableOf(target).values()]
        .filter(
          ({ email, name, metadata }) =>
            (part === null || has(email) || has(name)) &&
            answers.every(({ key, value }) => readMetadata(metadata).answers[key] === value),
        )
        .map(({ id }) => id)
        .slice(0, CONNECTOR_LIMITS.search + 1);
    },
    async change(target, entries) {
      within(entries.length, CONNECTOR_LIMITS.change);
      const table = tableOf(target);
      for (const { id, change } of entries) {
        const row = table.get(id);
        if (!row) continue;
        const name = change.name === undefined ? row.name : change.name;
        table.set(id, { ...row, name, metadata: changeMetadata(row.metadata, change) });
      }
    },
    async read(target, ids) {
      within(ids.length, CONNECTOR_LIMITS.read);
      const table = tableOf(target);
      return ids.flatMap(id => {
        const row = table.get(id);
        return row ? [{ id, email: row.email, name: row.name, ...readMetadata(row.metadata) }] : [];
      });
    },
  };
}
