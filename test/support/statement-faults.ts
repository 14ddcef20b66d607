// What a statement must be so that PostgreSQL spread over nodes by account can run it on one of them. Texts come as
// pg_stat_statements shows them: every constant and parameter is `$n`.

/** Why a statement cannot be sent to the node of one account; empty: it can. */
export function faultsOf(statement: string, accountTables: ReadonlySet<string>): readonly string[] {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  if (!/^(select|insert|update|delete|with)\b/i.test(text)) return [];
  const places = tablesIn(text).filter((table) => accountTables.has(table));
  if (places.length === 0) return broken(everywhere, text);
  return [...broken(everywhere, text), ...broken(inAccounts, text), ...missingAccount(text, places)];
}

/** The tables that a statement reads or writes, each as often as it does. */
function tablesIn(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:from|join|into|update|using)\s+"?([a-z_]+)"?/gi);
  return [...found].map(([, table = '']) => table);
}

function missingAccount(text: string, places: readonly string[]): readonly string[] {
  if (/^insert\b/i.test(text)) {
    return /^insert into "?\w+"? \([^)]*account_id/i.test(text) ? [] : ['writes no account_id'];
  }
  const asked = [...text.matchAll(/account_id"?\s*=\s*\(?\$\d+/gi)].length;
  const joined = [...text.matchAll(/account_id"?\s*=\s*"?\w+"?\."?account_id/gi)].length;
  if (asked === 0) return ['asks for no account by a parameter'];
  return asked + joined < places.length ? ['joins a table without its account'] : [];
}

type Rules = readonly (readonly [RegExp, string])[];

const everywhere: Rules = [
  [/pg_(try_)?advisory/i, 'takes an advisory lock'],
  [/lock_timeout/i, 'depends on a time-out of one node'],
];

const inAccounts: Rules = [
  [/current_setting\s*\(/i, 'reads a setting'],
  [
    /\b(now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval)\s*\(|current_(timestamp|date)/i,
    'calls a volatile function',
  ],
  [/\bvalues\s*\([^;]*\(\s*select\b/i, 'selects inside VALUES'],
  [/\breturning\b(?!(\s*"?\w+"?(\."?\w+"?)?\s*,?)+$)/i, 'returns more than plain columns'],
  [
    /on conflict[^;]*do update set\b(?!(\s*"?\w+"?\s*=\s*(excluded\."?\w+"?|\$\d+)\s*,?)+(returning|$))/i,
    'updates on conflict with something else than the new row',
  ],
];

function broken(rules: Rules, text: string): readonly string[] {
  return rules.flatMap(([pattern, fault]) => (pattern.test(text) ? [fault] : []));
}
