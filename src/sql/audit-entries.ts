// Entries of the audit log: appended in the transaction of what they tell of, and removed when they are old enough.
import { inEveryAccount, type GoOn } from './accounts.ts';
import type { AccountUnit, Database } from './database.ts';
import { statement } from './statement.ts';
import { allocateId } from './store.ts';

/** One entry. `before` and `after`: JSON text without secrets. */
export interface AuditEntry {
  readonly actor: 'user' | 'credential' | 'command' | 'nobody';
  readonly userId?: number | null;
  readonly credential?: string | null;
  readonly requestId?: string | null;
  readonly address?: string | null;
  readonly resource?: string | null;
  readonly rowId?: number | null;
  readonly action: string;
  readonly before?: string | null;
  readonly after?: string | null;
}

const insert = statement((db, value) =>
  db.insertInto('audit_log').values({
    account_id: value(0),
    id: value(1),
    moment: value(2),
    actor: value(3),
    user_id: value(4),
    credential: value(5),
    request_id: value(6),
    address: value(7),
    resource_name: value(8),
    row_id: value(9),
    action: value(10),
    before: value(11),
    after: value(12),
    row_revision: value(13),
  }),
);

/** Appends an entry. */
export function appendAudit({ tx, accountId }: AccountUnit, entry: AuditEntry): void {
  const id = allocateId({ tx, accountId }, 'audit_log');
  const { actor, userId = null, credential = null, requestId = null, address = null } = entry;
  const { resource = null, rowId = null, action, before = null, after = null } = entry;
  const who = [actor, userId, credential, requestId, address];
  insert.run(tx, [accountId, id, tx.stamp, ...who, resource, rowId, action, before, after, 1]);
}

const forget = statement((db, value) =>
  db.deleteFrom('audit_log').where('account_id', '=', value(0)).where('moment', '<', value(1)),
);

const forgetHistory = statement((db, value) =>
  db.deleteFrom('user_history').where('account_id', '=', value(0)).where('change_date', '<', value(1)),
);

/**
 * Removes entries, and changes of people, that are older than the operator keeps them, account by account. Answers how
 * many.
 */
export function purgeAudit(
  database: Database,
  { keptSeconds, goOn = async () => true }: { readonly keptSeconds: number; readonly goOn?: GoOn },
): Promise<number> {
  return inEveryAccount(database, {
    goOn,
    work: async (tx, id) => {
      const before = [id, tx.now - keptSeconds];
      return (await forget.run(tx, before)) + (await forgetHistory.run(tx, before));
    },
  });
}
