// The account and the caller's access context for one request. Kept between requests only while the database stands
// unchanged.
import { ApiError } from '#errors/api-error.ts';
import type { PlanContext } from '#plan/plan-context.ts';
import type { ActionRequest } from '#request/api-request.ts';
import { noRights, type Caller, type AccessContext } from '#resource/access.ts';
import { withOwnFields } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { createAccountCache } from '#sql/account-cache.ts';
import { toleratedLag } from '#sql/clock-watch.ts';
import { nothingKept, type Tx, type UnitTx } from '#sql/database.ts';
import { loadAccount, type Account } from '#sql/load-account.ts';
import { loadAccessContext } from '#sql/load-access-context.ts';
import { together } from '#resource/missing.ts';

/** What a request is answered with. */
export interface RequestState {
  readonly account: Account;
  readonly accessContext: AccessContext;
  /** With the fields of the account's own. */
  readonly schema: Schema;
}

/** Answers the state of a request from the transaction's snapshot. */
export type LoadState = (tx: Tx, caller: Caller) => Promise<RequestState>;

const statesKept = 10_000;
const schemasKept = 500;

/** Seconds. In every zone of today a day begins at a quarter of an hour of UTC: within one, nobody's `today` changes. */
export const quarterHour = 900;

/** A loader that remembers states while `tx.version` and everybody's date stay the same: never one that has changed. */
export function createStateLoader(schema: Schema): LoadState {
  const states = createAccountCache<RequestState>(statesKept);
  const schemaOf = rememberSchemas(schema);
  return async (tx, caller) => {
    const { accountId, userId, actorId, clientId, readOnly } = caller;
    const who = [userId, actorId, clientId, readOnly].map((part) => part ?? '').join(' ');
    const key = `${who} ${Math.floor(tx.now / quarterHour)}`;
    const known = states.get(tx, accountId, key);
    if (known !== undefined) return known;
    const state = await tx.unit((unit) => loadState(unit, caller, schemaOf), nothingKept);
    states.keep(tx, accountId, key, state);
    return state;
  };
}

type SchemaOf = (account: Account) => Schema;

/** What is defined says all: the same definitions make the same schema, for which renderers are compiled once. */
function rememberSchemas(schema: Schema): SchemaOf {
  const schemas = new Map<string, Schema>();
  return ({ definedFields }) => {
    if (definedFields.length === 0) return schema;
    const key = JSON.stringify(definedFields);
    let known = schemas.get(key);
    if (known === undefined) {
      if (schemas.size >= schemasKept) schemas.clear();
      schemas.set(key, (known = withOwnFields(schema, definedFields)));
    }
    return known;
  };
}

/** The resource with the fields of the account's own. */
export function ownResource(schema: Schema, resource: Resource): Resource {
  return schema.resources.get(resource.name) ?? resource;
}

/** The request of an action with what the account has added to its parameters. */
export function ownAction<T extends Pick<ActionRequest, 'resource' | 'action'>>(
  schema: Schema,
  request: T,
): T {
  const resource = ownResource(schema, request.resource);
  return { ...request, resource, action: resource.customActions.get(request.action.name) ?? request.action };
}

/** What planning needs of the configuration. */
export interface PlanConfig {
  readonly deletionsKeptSeconds: number;
  readonly publicUrl: string;
}

/** What planning needs of the state. */
export function planContext(
  tx: Pick<Tx, 'now' | 'horizon'>,
  { account }: RequestState,
  { deletionsKeptSeconds, publicUrl }: PlanConfig,
): PlanContext {
  return {
    now: tx.now,
    serverTimeZone: account.serverTimeZone,
    accountName: account.name,
    publicUrl,
    formerTimeZones: account.formerTimeZones,
    // What this server keeps is one thing, what others have forgotten before another.
    deletionsKeptSince: Math.max(tx.now - deletionsKeptSeconds, account.purgedUntil ?? 0),
    latestSince: tx.horizon + toleratedLag,
    accessHistory: [],
    sourcesChanged: false,
  };
}

/** The state of an anonymous caller, without a token: an account to ask, and no rights in it. */
export function anonymousState(tx: UnitTx, accountName: string, schema: Schema): RequestState {
  const account = loadAccount(tx, accountName);
  if (account === undefined) throw new ApiError('unknown_address', `There is no account "${accountName}".`);
  const accessContext = { ...noRights, accountId: account.id };
  return { account, accessContext, schema: withOwnFields(schema, account.definedFields) };
}

function loadState(tx: UnitTx, caller: Caller, schemaOf: SchemaOf): RequestState {
  const [account, accessContext] = together([
    () => loadAccount(tx, caller.accountName, caller.accountId),
    () => loadAccessContext(tx, caller),
  ]);
  if (account === undefined || accessContext === undefined) {
    throw new ApiError('not_allowed', 'The account or user that this token stands for no longer exists.');
  }
  return { account, accessContext, schema: schemaOf(account) };
}
