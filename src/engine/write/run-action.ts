// An action of a resource's own (`approve`, `resetPassword` …): the same transaction, savepoints and answers as a write.
import { authorizeAction } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { planAction, type ActionPlan } from '#plan/plan-action.ts';
import { isEmpty } from '#plan/parse-value.ts';
import type { ActionRequest, RawEntity } from '#request/api-request.ts';
import { inScope, type Scope } from '#resource/access.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Action } from '#resource/resource.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { checkReferences } from './check-references.ts';
import type { Engine } from '../engine.ts';
import { itemSuccess, type ItemAnswer } from '../envelope.ts';
import { hashSecrets } from './hash-secrets.ts';
import { inSavepoint, knownRow } from './identity-map.ts';
import { prepareAction, type Prepared } from './prepare-action.ts';
import { mayRead, noSuchRow } from '../read/readable-row.ts';
import { recordAudit } from './record-audit.ts';
import { ownAction } from '../request-state.ts';
import { shownAs, shownRow } from './shown-rows.ts';
import type { WriteRun } from './write-run.ts';
import { inTransaction, type WriteAnswer, type WriteOrigin } from './write-transaction.ts';

/** Runs an action, once for each entity. A single one that fails throws; in a batch each item answers for itself. */
export async function runAction(
  engine: Engine,
  request: ActionRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  const prepared = await prepareAction(engine, request, origin);
  const willing = request.entities.filter((entity) => !(prepared.get(entity) instanceof ApiError));
  const secrets = await hashSecrets(engine, { ...request, entities: willing }, origin);
  const work = (run: WriteRun, entity: RawEntity): ItemAnswer =>
    act(run, { ...ownAction(run.schema, request), prepared: prepared.get(entity) }, entity);
  return inTransaction(engine, { origin, secrets, request, work });
}

interface PreparedRequest extends ActionRequest {
  readonly prepared: Prepared | undefined;
}

function act(run: WriteRun, request: PreparedRequest, entity: RawEntity): ItemAnswer {
  const { resource, action, prepared = {} } = request;
  if (prepared instanceof ApiError) throw prepared;
  const scope = authorizeAction(run.accessContext, resource, action);
  const plan = planAction({ ...request, entity, context: run.context });
  const row = plan.rowId === null ? null : rowToActOn(run, request, plan);
  if (!allows(scope, row, plan)) {
    throw new ApiError('not_allowed', `You may not use ${action.name} on this row of ${resource.name}.`);
  }
  checkReferences(run, { fields: action.parameters, history: new Set() }, plan.values);
  const call = {
    action: action.name,
    accessContext: run.accessContext,
    row,
    ...(row === null && plan.rowId !== null ? { absentId: plan.rowId } : {}),
    values: withHashes(run, request, plan.values),
    prepared,
    parameters: plan.parameters,
    now: run.tx.now,
    remoteAddress: run.remoteAddress,
  };
  return answered(run, request, {
    plan,
    work: () => {
      const answer = action.run(call, run.acting);
      auditAction(run, request, { row, answer });
      return answer;
    },
  });
}

/** What an action did to the row that it names; of one on no row, the row that it answers. */
function auditAction(
  run: WriteRun,
  { resource, action }: ActionRequest,
  { row, answer }: { readonly row: Row | null; readonly answer: ActionAnswer },
): void {
  if (action.forReaders) return;
  const answeredId = 'ids' in answer ? answer.ids[0] : undefined;
  const id = (row?.['id'] as number | undefined) ?? answeredId ?? null;
  const after = row === null || id === null ? null : (knownRow(run, resource, id) ?? null);
  recordAudit(run, resource, { action: action.name, id, before: row, after });
}

function rowToActOn(run: WriteRun, { resource, action }: ActionRequest, plan: ActionPlan): Row | null {
  const id = plan.rowId as number;
  const row = knownRow(run, resource, id);
  if (row !== undefined && mayRead(run.accessContext, resource, row) && !isAbsent(action, plan)) return row;
  if (action.absent !== true) throw noSuchRow(resource, id);
  return null;
}

/** Clients that send the id of something else send the id of the row beside it, empty. */
function isAbsent({ absent, parameters }: Action, { values }: ActionPlan): boolean {
  if (absent !== true) return false;
  return [...parameters.values()].some(
    ({ name, relation }) => relation !== undefined && values[name] === null,
  );
}

/** Parameters stand for the row of an action on none; what is not said is not refused here. */
function allows(scope: Scope, row: Row | null, { values }: ActionPlan): boolean {
  if (row !== null || scope === 'all') return inScope(scope, row ?? {});
  const said = scope.map((terms) => terms.filter(({ column }) => !isEmpty(values[column])));
  return inScope(said, values);
}

function withHashes(
  run: WriteRun,
  { action }: ActionRequest,
  values: ActionPlan['values'],
): Readonly<Record<string, Stored>> {
  const hashed = Object.entries(values).map(([name, value]) => {
    if (action.parameters.get(name)?.hashed !== true || isEmpty(value)) return [name, value];
    const hash = run.secrets.get(String(value));
    if (hash === undefined) throw new Error(`${action.name}.${name} was not hashed before the transaction`);
    return [name, hash];
  });
  return Object.fromEntries(hashed) as Record<string, Stored>;
}

/** Carries an answer out of a savepoint that must not last. */
class Undone extends Error {
  readonly answer: ItemAnswer;

  constructor(answer: ItemAnswer) {
    super('The action only shows what it would do.');
    this.answer = answer;
  }
}

function answered(
  run: WriteRun,
  request: ActionRequest,
  { plan, work }: { readonly plan: ActionPlan; readonly work: () => ActionAnswer },
): ItemAnswer {
  try {
    return inSavepoint(run, () => {
      const answer = work();
      const rows = rowsOf(run, request, answer).map((row) => ({ ...row, ...plan.returned }));
      const warnings = 'ids' in answer ? (answer.warnings ?? []) : [];
      const item = itemSuccess(request.resource.name, { rows, nested: [], warnings });
      if ('ids' in answer && answer.undo === true) throw new Undone(item);
      return item;
    });
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
}

function rowsOf(run: WriteRun, { resource }: ActionRequest, answer: ActionAnswer): readonly Document[] {
  if ('rows' in answer) return answer.rows as readonly Document[];
  if ('unwritten' in answer) {
    const row = { ...emptyRow(resource), ...answer.unwritten, id: null };
    return shownAs(run, resource, row);
  }
  const rows: Document[] = [];
  for (const id of answer.ids) {
    const shown = shownRow(run, resource, id);
    const hidden = answer.undo === true ? { id: null } : {};
    rows.push(...shown.map((row) => ({ ...row, ...hidden })));
  }
  return rows;
}
