// The view that questions get: the account in a reading transaction. It can change nothing.
import type { Comparison, FindOptions, ReadView } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { AccountUnit } from '#sql/database.ts';
import { loadSetting } from '#sql/load-account.ts';
import { countRows, findRows, getRow } from '#sql/store.ts';
import { resourceNamed } from '../write/account-view.ts';

/** A view of the account in the transaction's snapshot. */
export function readView(account: AccountUnit, schema: Schema): ReadView {
  return {
    get: ((resource, id) => getRow(account, resourceNamed(schema, resource), id)) as ReadView['get'],
    find: ((resource: string, comparisons: readonly Comparison[], options?: FindOptions) =>
      findRows(
        account,
        resourceNamed(schema, resource),
        options === undefined ? { comparisons } : { comparisons, options },
      )) as ReadView['find'],
    count: (resource: string, comparisons: readonly Comparison[]) =>
      countRows(account, resourceNamed(schema, resource), comparisons),
    setting: (type) => loadSetting(account.tx, account.accountId, type),
  };
}
