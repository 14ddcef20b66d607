// Predicate → SQL condition. The dialect spells what engines spell differently.
import { sql, type Expression, type RawBuilder } from 'kysely';
import { unreachable } from '#errors/api-error.ts';
import { accountSlot, nowSlot, type Predicate } from '#plan/read-plan.ts';
import { ownColumn } from '#resource/own-fields.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Dialect } from './dialect.ts';
import { changedInBlocks } from './source.ts';
import type { SlotOf } from './statement.ts';

/** What every part of a statement is compiled with. */
export interface Compilation {
  readonly resource: Resource;
  readonly dialect: Dialect;
  readonly value: SlotOf;
}

/** A field's column, or the seconds so far while the row is open. */
export function columnOf(name: string, { resource, dialect, value }: Compilation): RawBuilder<unknown> {
  const field = resource.fields.get(name);
  if (field?.own === true) return dialect.jsonMember(sql.ref(ownColumn), name, field.type.column);
  const elapsed = field?.elapsed;
  if (elapsed === undefined) return sql.ref(name);
  const { column, since } = elapsed;
  return sql`case when ${sql.ref(column)} is null then cast(${value(nowSlot)} as bigint) - ${sql.ref(since)} else ${sql.ref(name)} end`;
}

/** A field's column as its value is shown: what filters and groups compare, not hidden fractions of it. */
export function comparedColumn(name: string, compilation: Compilation): RawBuilder<unknown> {
  const column = columnOf(name, compilation);
  const unit = compilation.resource.fields.get(name)?.type.unit ?? 1;
  if (unit === 1) return column;
  return roundedUnits(column, unit);
}

/** Whole numbers as the nearest multiple of an even unit, halves up: what is left of a division has the sign of the number. */
export function roundedUnits(whole: RawBuilder<unknown>, unit: number): RawBuilder<unknown> {
  const [step, raised] = [sql.lit(unit), sql`(${whole} + ${sql.lit(unit / 2)})`];
  return sql`(${raised} - (${raised} % ${step} + ${step}) % ${step})`;
}

/** The condition in SQL; an `or` of nothing is never true, an `and` of nothing always. */
export function compilePredicate(predicate: Predicate, compilation: Compilation): Expression<boolean> {
  const { dialect, value } = compilation;
  switch (predicate.op) {
    case 'compare':
      return compared(predicate, compilation);
    case 'in':
    case 'not in': {
      const found = isOneOf(predicate.column, value(predicate.list), compilation);
      return predicate.op === 'in' ? found : sql<boolean>`not (${found})`;
    }
    case 'on path':
      return dialect.isOnPath(columnOf(predicate.column, compilation), value(predicate.list));
    case 'null':
      return sql<boolean>`${columnOf(predicate.column, compilation)} is null`;
    case 'not null':
      return sql<boolean>`${columnOf(predicate.column, compilation)} is not null`;
    case 'contains':
      return dialect.contains(
        shownText(predicate.column, value(predicate.zone), compilation),
        value(predicate.part),
      );
    // True also for what is neither true nor false.
    case 'not':
      return sql<boolean>`(${compilePredicate(predicate.term, compilation)}) is not true`;
    case 'and':
    case 'or': {
      const terms = predicate.terms.map((term) => compilePredicate(term, compilation));
      if (terms.length === 0) return predicate.op === 'and' ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
      return sql<boolean>`(${sql.join(terms, sql.raw(` ${predicate.op} `))})`;
    }
    default:
      return unreachable(predicate);
  }
}

function compared(
  { column, is, value }: Extract<Predicate, { op: 'compare' }>,
  compilation: Compilation,
): RawBuilder<boolean> {
  const { resource } = compilation;
  const compare = (left: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`${left} ${sql.raw(is)} ${compilation.value(value)}`;
  if (resource.blocks === null || column !== resource.lastChange || (is !== '>' && is !== '>='))
    return compare(comparedColumn(column, compilation));
  return changedInBlocks(resource, resource.blocks, { account: compilation.value(accountSlot), compare });
}

function isOneOf(column: string, list: Expression<unknown>, compilation: Compilation): RawBuilder<boolean> {
  const { fields, hidden } = compilation.resource;
  const type = fields.get(column)?.type.column ?? hidden[column]?.column ?? 'integer';
  return compilation.dialect.isOneOf(comparedColumn(column, compilation), list, type);
}

/** The value as a client sees it, for `like`. */
function shownText(name: string, zone: Expression<unknown>, compilation: Compilation): Expression<unknown> {
  const field = compilation.resource.fields.get(name) as Field;
  const column = columnOf(name, compilation);
  if (field.type.column === 'text') return column;
  if (field.type.isMoment) return compilation.dialect.momentText(column, zone);
  if (field.type.scale > 0) {
    const units = sql`${comparedColumn(name, compilation)} / ${sql.lit(field.type.unit)}`;
    return compilation.dialect.decimalText(field.type.unit === 1 ? column : units, field.type.scale);
  }
  return sql`cast(${column} as text)`;
}
