// Rows that a resource works out from rows of the account, for what it is asked.
import { authorizeRead } from '#access/authorize.ts';
import type { ReadGrant } from '#access/grant.ts';
import { planQuestion } from '#plan/plan-question.ts';
import type { ReadRequest } from '#request/api-request.ts';
import { inScope, type Scope } from '#resource/access.ts';
import type { Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { Document } from '#response/document.ts';
import type { AccountUnit, Tx, UnitTx } from '#sql/database.ts';
import { getRow } from '#sql/store.ts';
import { unknownId } from '../write/check-references.ts';
import type { Engine } from '../engine.ts';
import { readView } from './read-view.ts';
import { mayRead } from './readable-row.ts';
import { planContext, type RequestState } from '../request-state.ts';

/** A question in a transaction. */
export interface Asking {
  readonly tx: Tx;
  readonly state: RequestState;
  readonly parsed: Pick<ReadRequest, 'resource' | 'id' | 'parameters'>;
}

/** Works the rows out; what the caller asks about somebody they may not read is refused as unknown. */
export function answeredRows(engine: Engine, { tx, state, parsed }: Asking): Promise<readonly Document[]> {
  return tx.unit((unit) => answerIn(engine, unit, { state, parsed }));
}

function answerIn(engine: Engine, tx: UnitTx, { state, parsed }: Omit<Asking, 'tx'>): readonly Document[] {
  const { schema } = engine;
  const { resource } = parsed;
  const grant = authorizeRead(state.accessContext, resource);
  const asked = planQuestion({ ...parsed, context: planContext(tx, state, engine) });
  const account = { tx, accountId: state.account.id };
  refuseUnknown({ account, schema, grant }, asked);
  refuseUnreadable(grant, asked, schema);
  const { serverTimeZone } = state.account;
  const question = { accessContext: state.accessContext, asked, serverTimeZone, now: tx.now };
  return resource.answer?.(question, readView(account, schema)) ?? [];
}

/** Every id that is asked by must be of a row that the caller may read. */
function refuseUnknown(
  { account, schema, grant }: { account: AccountUnit; schema: Schema; grant: ReadGrant },
  asked: Row,
): void {
  for (const [name, value] of Object.entries(asked)) {
    const relation = grant.resource.fields.get(name)?.relation;
    if (relation === undefined) continue;
    const targets = schema.targets(relation);
    let readable = false;
    for (const target of targets) {
      const row = getRow(account, target, value as number);
      readable ||= row !== undefined && mayRead(grant.accessContext, target, row);
    }
    if (!readable) throw unknownId(name, value, targets);
  }
}

/** What is asked stands for the rows of the answer; columns that are not asked by are the resource's to limit. */
function refuseUnreadable({ rowPolicies, resource }: ReadGrant, asked: Row, schema: Schema): void {
  const scopes = rowPolicies.map(({ scope }) => saidOf(scope, asked));
  if (scopes.some((scope) => inScope(scope, asked))) return;
  const terms = scopes.flatMap((scope) => (scope === 'all' ? [] : scope.flat()));
  const name = terms.find(({ column, oneOf }) => !oneOf.includes(asked[column] ?? null))?.column ?? 'id';
  throw unknownId(name, asked[name] ?? null, schema.targets(resource.fields.get(name)?.relation ?? name));
}

function saidOf(scope: Scope, asked: Row): Scope {
  return scope === 'all' ? scope : scope.map((terms) => terms.filter(({ column }) => column in asked));
}
