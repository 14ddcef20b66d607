// What will be read, as plain data. Values stand apart from the shape, so that equal shapes share a statement.
import type { ReadGrant } from '#access/grant.ts';
import type { FieldVisibility, RowPolicy } from '#resource/access.ts';
import type { Report } from '#resource/report.ts';
import type { PendingChild, Field, Resource } from '#resource/resource.ts';

/** Index into {@link ReadPlan.values}. */
export type Slot = number;

/** Slots that every plan has. */
export const accountSlot: Slot = 0;
/** The moment of the read in epoch seconds. */
export const nowSlot: Slot = 1;
/** How many rows at the most: one more than {@link ReadPlan.limit}. */
export const limitSlot: Slot = 2;
/** How many rows to skip. */
export const offsetSlot: Slot = 3;

/** A condition on a row; `column` is a field's name or a hidden column. */
export type Predicate =
  | {
      readonly op: 'compare';
      readonly column: string;
      readonly is: '=' | '!=' | '<' | '<=' | '>' | '>=';
      readonly value: Slot;
    }
  | { readonly op: 'in' | 'not in'; readonly column: string; readonly list: Slot }
  /** The column is a path of ids such as `1/3/9`; one of them is in the list. */
  | { readonly op: 'on path'; readonly column: string; readonly list: Slot }
  | { readonly op: 'null' | 'not null'; readonly column: string }
  | { readonly op: 'contains'; readonly column: string; readonly part: Slot; readonly zone: Slot }
  | { readonly op: 'not'; readonly term: Predicate }
  | { readonly op: 'and' | 'or'; readonly terms: readonly Predicate[] };

/** One key of the order; `only` shows the column to rows that meet it and nothing to the others. */
export interface OrderTerm {
  readonly field: Field;
  readonly descending: boolean;
  readonly only: Predicate | null;
}

/** The fields shown of rows that meet `where` and no row policy before. */
export interface RowPolicyPlan {
  readonly level: FieldVisibility;
  readonly where: Predicate | null;
  readonly fields: readonly Field[];
}

/** What is made of the values of a column. */
export type AggregateFunction = 'sum' | 'avg' | 'max' | 'min' | 'count' | 'group_concat';

/** One row, or one row a group, of aggregates under their columns' names. */
export interface AggregatePlan {
  readonly functions: readonly { readonly field: Field; readonly apply: AggregateFunction }[];
  readonly groups: readonly Field[];
}

/** A relation shown as an object: `department_id` → `department`. */
export interface ResolvePlan {
  readonly field: Field;
  readonly as: string;
  readonly grants: readonly ReadGrant[];
}

/** Children shown under `nestedEntities` of each row. */
export interface NestedPlan {
  readonly resource: Resource;
  /** The child's field that holds the parent's id; `id` when the child is named by the parent, and may be pending. */
  readonly parentField: string;
  readonly pendingChild: PendingChild | null;
  readonly grant: ReadGrant;
  readonly nested: readonly NestedPlan[];
}

/** What a report adds up. */
export interface ReportQuery {
  readonly of: Report['of'];
  /** Where its parameters stand among the values, by field. */
  readonly parameters: Readonly<Record<string, Slot>>;
  /** The fields that the client filters, groups or adds up by: what belongs to no other need not be looked for. */
  readonly uses: readonly string[];
  /** Which rows it may tell of of the resource that its declaration names; `null`: of all. */
  readonly tells: Predicate | null;
  /** That resource; `null`: it tells of no other. */
  readonly tellsOf: Resource | null;
}

/** Which rows of a resource, in which order, each with the first row policy that it fits. */
export interface RowQuery {
  readonly resource: Resource;
  readonly values: readonly unknown[];
  readonly where: readonly Predicate[];
  readonly rowPolicies: readonly RowPolicyPlan[];
  readonly order: readonly OrderTerm[];
  /** The conditions leave few rows: they are to be found and sorted, not met on a walk through all rows by id. */
  readonly narrow: boolean;
  /** Where the rows of a derived resource stand among the values, once they are known; `null`: a table has them. */
  readonly source: Slot | null;
  /** `null`: the resource is no report. */
  readonly report: ReportQuery | null;
}

/** What the caller could read until (epoch seconds) their rights changed. */
export interface PreviousAccess {
  readonly rowPolicies: readonly RowPolicy[];
  readonly until: number;
}

/** Rows that the caller could read since `_since` and cannot now; `until` by the row policy that a row fits. */
export interface LostRows {
  readonly query: RowQuery;
  readonly until: readonly number[];
}

/** Everything about one read. */
export interface ReadPlan extends RowQuery {
  readonly kind: 'read';
  readonly grant: ReadGrant;
  readonly aggregate: AggregatePlan | null;
  readonly resolve: readonly ResolvePlan[];
  readonly nested: readonly NestedPlan[];
  /** Whether rows are shown with all fields of their row policy: such rows may come from the cache. */
  readonly whole: boolean;
  /** Epoch seconds from which deletions are wanted; `null`: none are asked for. */
  readonly deletedSince: number | null;
  /** Row policies that were in force since `_since` and differ from the grant's. */
  readonly former: readonly PreviousAccess[];
  /** For `Deleted`: rows that stand as they were and are no longer readable for the caller. */
  readonly lost: LostRows | null;
  /** `_since` lies before what is kept of deletions, or rights have changed too often: everything is answered. */
  readonly fullResync: boolean;
  /** Most rows of the page. */
  readonly limit: number;
  /** Rows before the page. */
  readonly offset: number;
  /** Whether the number of all rows, beyond the page, is asked for. */
  readonly count: boolean;
}
