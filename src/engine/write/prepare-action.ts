// What an action does before its transaction: checking a password takes long, and inside it everybody would wait.
import { authorizeAction } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { planAction } from '#plan/plan-action.ts';
import type { ActionRequest, RawEntity } from '#request/api-request.ts';
import type { Call, Preparation } from '#resource/action.ts';
import type { Engine } from '../engine.ts';
import { credentialOf } from './record-audit.ts';
import { ownAction, planContext, type RequestState } from '../request-state.ts';
import { stateOf, type WriteOrigin } from './write-transaction.ts';
import { asUnit } from '#sql/transaction.ts';

/** What `prepare` answered for one entity, or why it refused. */
export type Prepared = Call['prepared'] | ApiError;

/** Prepares each entity of the request by itself; of a single one the refusal is thrown. */
export async function prepareAction(
  engine: Engine,
  request: ActionRequest,
  origin: WriteOrigin,
): Promise<ReadonlyMap<RawEntity, Prepared>> {
  const { action, entities, batch } = request;
  const prepared = new Map<RawEntity, Prepared>();
  if (action.prepare === null) return prepared;
  for (const entity of entities) {
    try {
      prepared.set(entity, await prepareEntity(engine, { ...request, entity }, origin));
    } catch (error) {
      if (!batch || !(error instanceof ApiError)) throw error;
      prepared.set(entity, error);
    }
  }
  return prepared;
}

async function prepareEntity(
  engine: Engine,
  request: ActionRequest & { readonly entity: RawEntity },
  origin: WriteOrigin,
): Promise<Call['prepared']> {
  const { action } = request;
  const { state, plan, now } = await engine.database.read(origin.caller.accountId, async (tx) => {
    const known = await stateOf(engine, tx, origin);
    const asked = ownAction(known.schema, request);
    authorizeAction(known.accessContext, asked.resource, asked.action);
    const context = planContext(tx, known, engine);
    return { state: known, plan: planAction({ ...asked, context }), now: tx.now };
  });
  const call = {
    action: action.name,
    accessContext: state.accessContext,
    row: null,
    values: plan.values,
    prepared: {},
    parameters: plan.parameters,
    now,
    remoteAddress: origin.remoteAddress,
  };
  return (await action.prepare?.(call, preparationOf(engine, state, origin))) ?? {};
}

function preparationOf(
  { database, logins }: Engine,
  { account, accessContext }: RequestState,
  { remoteAddress, requestId }: WriteOrigin,
): Preparation {
  const accountId = account.id;
  return {
    ownerOfCode: (code, purpose) =>
      database.read(
        accountId,
        asUnit((tx) => logins.ownerOfCode(tx, { accountId, code, purpose })),
      ),
    provePassword: async (password) => {
      if (accessContext.userId === null)
        throw new ApiError('not_allowed', 'You have no password: you are no user.');
      const asked = { credential: credentialOf(accessContext), requestId };
      return logins.prove({
        accountId,
        userId: accessContext.userId,
        password,
        address: remoteAddress ?? '',
        asked,
      });
    },
  };
}
