import { withClient } from '../../adapters/postgres/kernel/with-client.ts';

/** Everything that migrations make, as text: columns, constraints, indexes, triggers, views, and routines. */
const SCHEMA = `
  SELECT format('column %s.%s %s%s %s', r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attnotnull THEN ' not null' END, pg_get_expr(d.adbin, d.adrelid)) AS line
  FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
  WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'v', 'p') AND a.attnum > 0
    AND NOT a.attisdropped AND r.relname <> $1
  UNION ALL
  SELECT format('constraint %s %s %s', r.relname, c.conname, pg_get_constraintdef(c.oid))
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.connamespace = 'public'::regnamespace AND r.relname <> $1
  UNION ALL
  SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> $1
  UNION ALL
  SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
  UNION ALL
  SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  UNION ALL
  SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
  ORDER BY 1`;

/** @param options.without - a table to leave out */
export const describeSchema = (url: string, { without }: { without: string }): Promise<string[]> =>
  withClient({ connectionString: url }, async client => {
    const { rows } = await client.query<{ line: string }>(SCHEMA, [without]);
    return rows.map(({ line }) => line);
  });
