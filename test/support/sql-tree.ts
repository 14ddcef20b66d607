// SQL as PostgreSQL itself parses it (https://github.com/pganalyze/libpg_query), and the few questions that are asked of a
// tree. It knows no tables.
import {
  loadModule,
  parseSync,
  type ColumnRef,
  type Node,
  type SelectStmt,
  type UpdateStmt,
  type DeleteStmt,
  type InsertStmt,
} from 'libpg-query';

export type { Node, SelectStmt, InsertStmt, UpdateStmt, DeleteStmt };

/** Loads the parser; nothing can be parsed before. */
export const loadParser: () => Promise<void> = loadModule;

/** The statements of a text, each as `[kind, node]`. Throws an Error where PostgreSQL would complain of the syntax. */
export function parseStatements(text: string): readonly (readonly [kind: string, statement: Node])[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
    stmt === undefined ? [] : [[Object.keys(stmt)[0] ?? '', stmt] as const],
  );
}

/** Every node below, the tree itself included, whatever kind it is of. */
export function* nodesIn(tree: unknown): Generator<Node> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesIn(one);
  else if (typeof tree === 'object' && tree !== null) {
    const keys = Object.keys(tree);
    if (keys.length === 1 && /^[A-Z]/.test(keys[0] as string)) yield tree as Node;
    for (const value of Object.values(tree)) yield* nodesIn(value);
  }
}

/** Names of the functions that are called, without their schemas; `current_date` and its like count as such. */
export function calledIn(tree: unknown): readonly string[] {
  return [...nodesIn(tree)].flatMap((node) => {
    if ('SQLValueFunction' in node) return [node.SQLValueFunction.op ?? ''];
    if (!('FuncCall' in node)) return [];
    return [namesOf(node.FuncCall.funcname).at(-1) ?? ''];
  });
}

/** The queries in parentheses that stand where a value would, outermost first; what these contain is theirs. */
export function* subqueriesIn(tree: unknown): Generator<SelectStmt> {
  if (Array.isArray(tree)) for (const one of tree) yield* subqueriesIn(one);
  else if (typeof tree === 'object' && tree !== null) {
    const node = tree as Node;
    if ('SubLink' in node) {
      const { subselect, testexpr } = node.SubLink;
      if (subselect !== undefined && 'SelectStmt' in subselect) yield subselect.SelectStmt;
      yield* subqueriesIn(testexpr);
    } else if (!('RangeSubselect' in node) && !('SelectStmt' in node)) {
      for (const value of Object.values(tree)) yield* subqueriesIn(value);
    }
  }
}

/** The conditions of which each must hold: those between `and`, at the outermost. */
export function conditionsOf(tree: Node | undefined): readonly Node[] {
  if (tree === undefined) return [];
  if ('BoolExpr' in tree && tree.BoolExpr.boolop === 'AND_EXPR')
    return (tree.BoolExpr.args ?? []).flatMap(conditionsOf);
  return [tree];
}

/** Both sides of `left = right`; `null`: it is another condition. */
export function equalSides(tree: Node): readonly [Node, Node] | null {
  if (!('A_Expr' in tree)) return null;
  const { kind, name, lexpr, rexpr } = tree.A_Expr;
  if (kind !== 'AEXPR_OP' || namesOf(name).join() !== '=') return null;
  return lexpr === undefined || rexpr === undefined ? null : [lexpr, rexpr];
}

/** `table.column` as its parts; `null`: it is no column. */
export function columnOf(tree: Node | undefined): readonly string[] | null {
  return tree !== undefined && 'ColumnRef' in tree ? namesOf((tree.ColumnRef as ColumnRef).fields) : null;
}

/** Whether it is `$n`, perhaps as a certain type. */
export function isParameter(tree: Node | undefined): boolean {
  if (tree === undefined) return false;
  return 'ParamRef' in tree || ('TypeCast' in tree && isParameter(tree.TypeCast.arg));
}

/** The words of a name in parts. */
export function namesOf(parts: readonly Node[] = []): readonly string[] {
  return parts.map((part) => ('String' in part ? (part.String.sval ?? '') : '*'));
}
