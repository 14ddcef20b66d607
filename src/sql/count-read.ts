// ReadPlan → how many rows it has beyond its page: rows of the resource, or groups where rows are added up.
import { sql } from 'kysely';
import type { ReadPlan } from '#plan/read-plan.ts';
import { comparedColumn, type Compilation } from './compile-predicate.ts';
import { listValues, ownTypes, recall, remember, tableOf, whereClause } from './compile-read.ts';
import type { Tx } from './database.ts';
import { bind, compile } from './statement.ts';

/** Counts them; without groups what is added up is one row. */
export async function countRead(tx: Tx, plan: ReadPlan): Promise<number> {
  const groups = plan.aggregate?.groups ?? [];
  if (plan.aggregate !== null && groups.length === 0) return 1;
  const names = groups.map(({ name }) => name);
  const report = plan.report === null ? null : { ...plan.report, tellsOf: null };
  const shape = JSON.stringify([
    plan.where,
    plan.rowPolicies.map((rowPolicy) => rowPolicy.where),
    names,
    report,
  ]);
  const key = `count ${tx.dialect.name} ${plan.resource.name} ${ownTypes(plan.resource, shape)} ${shape}`;
  let compiled = recall(key);
  if (compiled === undefined) {
    compiled = compile(tx.dialect, (db, value, dialect) => {
      const compilation: Compilation = { resource: plan.resource, dialect, value };
      const rows = sql`from ${tableOf(plan, compilation)} ${whereClause(plan, compilation)}`;
      const places = groups.map((_group, index) => sql`${sql.lit(index + 1)}`);
      const columns = groups.map(({ name }) => sql`${comparedColumn(name, compilation)} as ${sql.ref(name)}`);
      const text =
        groups.length === 0
          ? sql`select count(*) as total ${rows}`
          : sql`select count(*) as total from (select ${sql.join(columns)} ${rows} group by ${sql.join(places)}) as found`;
      return { compile: () => text.compile(db) };
    });
    remember(key, compiled);
  }
  const [row] = await tx.all(bind(compiled, listValues(tx, plan)));
  return Number(row?.['total'] ?? 0);
}
