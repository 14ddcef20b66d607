// How many rows a database looks at for a list. PostgreSQL counts itself; SQLite says by which columns it searches.
import assert from 'node:assert/strict';
import { explainRequest } from '#engine/explain.ts';
import { systemCaller } from '#engine/system-caller.ts';
import type { Row } from '#resource/rule.ts';
import type { Statement } from '#sql/database.ts';
import type { Place } from '../support/on-every-engine.ts';
import type { Company, Shape } from './booking-shapes.ts';
import { byHand } from './scratch.ts';

type Asked = Pick<Place, 'installation' | 'account'>;

/** Whether a row meets what the columns' conditions ask. */
export function fits(row: Row, { conditions }: Shape, columns: readonly string[]): boolean {
  return columns.every((column) => conditions[column]?.(row) ?? true);
}

/** Rows, and the plan by which they were found. */
export interface Looked {
  readonly rows: number;
  readonly plan: string;
}

/** Explains the list and counts. */
export async function rowsLookedAt(
  place: Asked,
  shape: Shape,
  part: { readonly known: Company; readonly wanted: number },
): Promise<Looked> {
  const { engine } = place.installation.app;
  const [path = '', query = ''] = shape.query.split('?');
  const { statements } = await explainRequest(engine, {
    caller: systemCaller(place.account),
    request: {
      method: 'GET',
      path: `/${place.account.name}/v4/${path}`,
      query,
      headers: {},
      body: null,
      remoteAddress: null,
      requestId: 'looked',
    },
  });
  const statement = statements[0] as Statement;
  return engine.database.dialect.name === 'sqlite'
    ? lookedAtInSqlite(place, statement, { shape, ...part })
    : lookedAtInPostgres(place, statement);
}

/** PostgreSQL counts itself. */
export async function lookedAtInPostgres(place: Asked, { sql, parameters }: Statement): Promise<Looked> {
  const explained = { sql: byHand(`explain (analyze, format json) ${sql}`), parameters };
  const [row] = await place.installation.app.engine.database.read(place.account.id, (tx) =>
    tx.all(explained),
  );
  const plans = row?.['QUERY PLAN'] as string | readonly { readonly Plan: PlanNode }[];
  const [{ Plan: top }] = (typeof plans === 'string' ? JSON.parse(plans) : plans) as [{ Plan: PlanNode }];
  const scans = nodesOf(top).filter((node) => node['Relation Name'] !== undefined);
  const rows = scans.reduce((sum, node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return sum + (node['Actual Rows'] + removed) * node['Actual Loops'];
  }, 0);
  return { rows, plan: scans.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`).join() };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** SQLite names the columns by which it searches: the rows that they leave are looked at, or the first of them. */
async function lookedAtInSqlite(
  place: Asked,
  { sql, parameters }: Statement,
  { shape, known, wanted }: { shape: Shape; known: Company; wanted: number },
): Promise<Looked> {
  const explained = { sql: `explain query plan ${sql}`, parameters };
  const found = await place.installation.app.engine.database.read(place.account.id, (tx) =>
    tx.all(explained),
  );
  const details = found.map((row) => String(row['detail']));
  const plan = details.join('; ');
  const search = /^SEARCH time_trackings USING (?:COVERING )?INDEX (\S+) \((.*)\)$/.exec(details[0] ?? '');
  assert.ok(search !== null, plan);
  const columns = [...(search[2] ?? '').matchAll(/(\w+)[=<>]/g)].map((match) => match[1] as string);
  if ((search[1] ?? '').endsWith('open_end_instant')) columns.push('end_instant');
  const left = known.rows.filter((row) => fits(row, shape, columns)).length;
  const isSorted = details.some((detail) => detail.includes('TEMP B-TREE FOR ORDER BY'));
  const isExact = Object.keys(shape.conditions).every(
    (column) => columns.includes(column) || column === 'start_date',
  );
  return { rows: isSorted || !isExact ? left : Math.min(left, wanted), plan };
}
