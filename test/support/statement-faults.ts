// What a statement must be so that PostgreSQL spread over nodes by account can run it on one of them. Texts come as
// pg_stat_statements shows them: every constant and parameter is `$n`, so that of two parameters it is not seen whether they
// name the same account.
import type { VariableSetStmt } from 'libpg-query';
import { boundTables, looseFault, queryFaults, withQueries, type Scope } from './account-reach.ts';
import {
  calledIn,
  columnOf,
  isParameter,
  nodesIn,
  parseStatements,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type UpdateStmt,
} from './sql-tree.ts';

const account = 'account_id';

/** Why a text cannot be sent to the node of one account; empty: it can. */
export function faultsOf(text: string, accountTables: ReadonlySet<string>): readonly string[] {
  const scope: Scope = { accountTables, named: new Set(), around: new Set() };
  let statements;
  try {
    statements = parseStatements(text);
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
  return [...new Set(statements.flatMap(([kind, statement]) => faultsIn(kind, statement, scope)))];
}

/** Whether it has a condition on an account, other than that a row of the accounts themselves is meant. */
export function asksForAccount(text: string): boolean {
  return parseStatements(text).some(([, statement]) =>
    [...nodesIn(statement)].some((node) => {
      if (!('A_Expr' in node)) return false;
      const sides = [node.A_Expr.lexpr, node.A_Expr.rexpr];
      const columns = sides.map((side) => columnOf(side)?.at(-1));
      return (
        columns.includes(account) && columns.every((column) => column === account || column === undefined)
      );
    }),
  );
}

function faultsIn(kind: string, statement: Node, scope: Scope): readonly string[] {
  if ('TransactionStmt' in statement) {
    const isPrepared = /PREPARE/.test(statement.TransactionStmt.kind ?? '');
    return isPrepared ? ['leaves a transaction prepared'] : [];
  }
  if ('VariableSetStmt' in statement) return settingFaults(statement.VariableSetStmt);
  if ('VariableShowStmt' in statement || 'DeallocateStmt' in statement) return [];
  if (schemaChanges.has(kind) && !isTemporary(statement)) return [];
  if (isTrialOfRoom(statement)) return [];
  const own = rowFaults(statement, scope);
  if (own === null) return [`is ${kind}, which no transaction of one account needs`];
  return [...callFaults(statement, scope), ...own];
}

/** What migrations and spreading send, which work alone and on all nodes; Citus hands each of these on by itself. */
const schemaChanges = new Set([
  'AlterTableStmt',
  'CreateExtensionStmt',
  'CreatePolicyStmt',
  'CreateStmt',
  'DropStmt',
  'GrantStmt',
  'IndexStmt',
  'LockStmt',
]);

function isTemporary(statement: Node): boolean {
  return 'CreateStmt' in statement && statement.CreateStmt.relation?.relpersistence === 't';
}

/** Rows of no table into a temporary one, which the coordinator alone has: what tells whether its disk is full. */
function isTrialOfRoom(statement: Node): boolean {
  if (!('CreateTableAsStmt' in statement)) return false;
  const { into, query } = statement.CreateTableAsStmt;
  return into?.rel?.relpersistence === 't' && ![...nodesIn(query)].some((node) => 'RangeVar' in node);
}

/** `null`: it neither reads nor writes rows. */
function rowFaults(statement: Node, scope: Scope): readonly string[] | null {
  if ('SelectStmt' in statement) {
    const into = statement.SelectStmt.intoClause === undefined ? [] : ['makes a table'];
    return [...into, ...queryFaults(statement.SelectStmt, scope)];
  }
  if ('InsertStmt' in statement) return insertFaults(statement.InsertStmt, scope);
  if ('UpdateStmt' in statement) return updateFaults(statement.UpdateStmt, scope);
  if ('DeleteStmt' in statement) return deleteFaults(statement.DeleteStmt, scope);
  return null;
}

/** What a session is told when it begins; it is the coordinator's own and no statement's meaning hangs on it. */
const ofSessions = new Set([
  'timezone',
  'client_min_messages',
  'jit',
  'default_transaction_isolation',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'citus.propagate_set_commands',
  'client_connection_check_interval',
  // By PgBouncer.
  'application_name',
]);
/** What Citus hands on for the length of a transaction, or what is of use on the coordinator alone. */
const ofTransactions = new Set([
  'app.account_id',
  'statement_timeout',
  'lock_timeout',
  'synchronous_commit',
  'client_connection_check_interval',
  'citus.multi_shard_modify_mode',
]);

function settingFaults({ name = '', is_local: isLocal = false, kind }: VariableSetStmt): readonly string[] {
  if (name === 'lock_timeout' && !isLocal) return ['depends on a time-out of one node'];
  const isKnown = kind === 'VAR_SET_VALUE' && (isLocal ? ofTransactions : ofSessions).has(name.toLowerCase());
  return isKnown ? [] : [`sets ${name} ${isLocal ? 'for a transaction' : 'for the session'}`];
}

const volatile =
  /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|nextval|currval|lastval|setval|set_config|SVFOP_CURRENT_(DATE|TIME|TIMESTAMP)\w*|SVFOP_LOCALTIME\w*)$/;

function callFaults(statement: Node, scope: Scope): readonly string[] {
  const called = calledIn(statement);
  const everywhere = called.some((name) => /^pg_(try_)?advisory/.test(name))
    ? ['takes an advisory lock']
    : [];
  const isOfAccounts = [...nodesIn(statement)].some(
    (node) => 'RangeVar' in node && scope.accountTables.has(node.RangeVar.relname ?? ''),
  );
  if (!isOfAccounts && !scope.accountTables.has(targetOf(statement) ?? '')) return everywhere;
  return [
    ...everywhere,
    ...(called.includes('current_setting') ? ['reads a setting'] : []),
    ...(called.some((name) => volatile.test(name)) ? ['calls a volatile function'] : []),
  ];
}

function targetOf(statement: Node): string | undefined {
  if ('InsertStmt' in statement) return statement.InsertStmt.relation?.relname;
  if ('UpdateStmt' in statement) return statement.UpdateStmt.relation?.relname;
  return 'DeleteStmt' in statement ? statement.DeleteStmt.relation?.relname : undefined;
}

function updateFaults(update: UpdateStmt, outside: Scope): readonly string[] {
  const { faults, scope } = withQueries(update.withClause, outside);
  const { relation, fromClause: from = [], whereClause: where, targetList: others = [] } = update;
  return [
    ...faults,
    ...(assigned(others).includes(account) ? ['moves a row to another account'] : []),
    ...writeFaults({ relation, from, where, others }, scope),
    ...answerFaults(update, scope),
  ];
}

function deleteFaults(deletion: DeleteStmt, outside: Scope): readonly string[] {
  const { faults, scope } = withQueries(deletion.withClause, outside);
  const { relation, usingClause: from = [], whereClause: where } = deletion;
  return [
    ...faults,
    ...writeFaults({ relation, from, where, others: [] }, scope),
    ...answerFaults(deletion, scope),
  ];
}

interface Writing {
  readonly relation: UpdateStmt['relation'];
  readonly from: readonly Node[];
  readonly where: Node | undefined;
  readonly others: readonly unknown[];
}

function writeFaults({ relation, from, where, others }: Writing, scope: Scope): readonly string[] {
  const tables = [...(relation === undefined ? [] : [{ RangeVar: relation }]), ...from];
  const { faults, names, loose } = boundTables({ from: tables, where, others }, scope);
  const mixes = names.length > 0 && !scope.accountTables.has(relation?.relname ?? '');
  return [
    ...faults,
    ...(mixes ? ['writes what every node has a copy of, by rows of an account'] : []),
    ...(loose === null ? [] : [looseFault(names, loose, scope)]),
  ];
}

function insertFaults(insert: InsertStmt, outside: Scope): readonly string[] {
  const { faults, scope } = withQueries(insert.withClause, outside);
  const select =
    insert.selectStmt !== undefined && 'SelectStmt' in insert.selectStmt ? insert.selectStmt.SelectStmt : {};
  const whole = [...faults, ...queryFaults({ ...select, valuesLists: [] }, scope)];
  if (!scope.accountTables.has(insert.relation?.relname ?? '')) return whole;
  const place = assigned(insert.cols).indexOf(account);
  const lists = (select.valuesLists ?? []).flatMap((list) => ('List' in list ? [list.List.items ?? []] : []));
  const isSelected = select.valuesLists === undefined;
  const source = (select.targetList ?? [])[place];
  const isOfSource =
    source !== undefined && 'ResTarget' in source && columnOf(source.ResTarget.val)?.at(-1) === account;
  return [
    ...whole,
    ...(place < 0 || lists.some((items) => !isParameter(items[place])) ? ['writes no account_id'] : []),
    ...(isSelected && place >= 0 && !isOfSource ? ['inserts what may be of another account'] : []),
    ...([...nodesIn(lists)].some((node) => 'SubLink' in node) ? ['selects inside VALUES'] : []),
    ...conflictFaults(insert),
    ...answerFaults(insert, scope),
  ];
}

function conflictFaults({ onConflictClause: conflict }: InsertStmt): readonly string[] {
  if (conflict?.action !== 'ONCONFLICT_UPDATE') return [];
  const plain = (conflict.targetList ?? []).every((target) => {
    const value = 'ResTarget' in target ? target.ResTarget.val : undefined;
    return isParameter(value) || columnOf(value)?.[0] === 'excluded';
  });
  return [
    ...(assigned(conflict.targetList).includes(account) ? ['moves a row to another account'] : []),
    ...(plain ? [] : ['updates on conflict with something else than the new row']),
  ];
}

function answerFaults(
  statement: InsertStmt | UpdateStmt | DeleteStmt,
  { accountTables }: Scope,
): readonly string[] {
  if (!accountTables.has(statement.relation?.relname ?? '')) return [];
  const plain = (statement.returningClause?.exprs ?? []).every(
    (target) => 'ResTarget' in target && columnOf(target.ResTarget.val) !== null,
  );
  return plain ? [] : ['returns more than plain columns'];
}

/** Names of the columns that are written. */
function assigned(targets: readonly Node[] = []): readonly string[] {
  return targets.flatMap((target) => ('ResTarget' in target ? [target.ResTarget.name ?? ''] : []));
}
