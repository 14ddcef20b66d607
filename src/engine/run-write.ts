// A create, update or delete request: one transaction, one savepoint an item, answers read back before it ends.
import type { Caller } from '#resource/access.ts';
import { ApiError } from '#errors/api-error.ts';
import { readGrant } from '#access/authorize.ts';
import { planWrite } from '#plan/plan-write.ts';
import type { DeleteRequest, RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Resource } from '#resource/resource.ts';
import type { Document } from '#response/document.ts';
import type { Tx } from '#sql/database.ts';
import { localText } from '#values/time-zone.ts';
import { deleteEntity, rowToDelete } from './delete-entity.ts';
import type { Engine } from './engine.ts';
import { asApiError, itemError, itemSuccess, type ItemAnswer } from './envelope.ts';
import { hashSecrets } from './hash-secrets.ts';
import { keepFormerTimeZone } from './keep-former-time-zone.ts';
import { planContext, type RequestState } from './request-state.ts';
import { inSavepoint, knownRow } from './known-rows.ts';
import { levelRenderer, tierOf, withElapsed } from './render-rows.ts';
import { writeEntity, type ChildOutcome, type EntityOutcome } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';

/** What a write answered: items in order, and rows it changed beside its own. */
export interface WriteAnswer {
  readonly items: readonly ItemAnswer[];
  readonly affected: Document | null;
  readonly state: RequestState;
  /** Epoch seconds. */
  readonly now: number;
}

/** Where a write comes from. */
export interface WriteOrigin {
  readonly caller: Caller;
  readonly remoteAddress: string | null;
  readonly requestId: string;
}

/** Runs a create or update. A single entity that fails throws; in a batch each item answers for itself. */
export async function runWrite(
  engine: Engine,
  request: WriteRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  const secrets = await hashSecrets(engine, request, origin.caller);
  return inTransaction(engine, { origin, secrets }, async (run) => {
    if (!request.batch) return [await writeItem(run, request, request.entities[0] ?? {})];
    const items: ItemAnswer[] = [];
    for (const entity of request.entities) {
      await run.breathe();
      items.push(await batchItem(engine, { run, origin, request }, () => writeItem(run, request, entity)));
    }
    return items;
  });
}

/** Runs a delete; answers with the row as it stood. */
export async function runDelete(
  engine: Engine,
  request: DeleteRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  return inTransaction(engine, { origin, secrets: new Map() }, async (run) => {
    const row = await rowToDelete(run, request);
    const shown = await shownRow(run, request.resource, row['id'] as number);
    await deleteEntity(run, request, row);
    return [itemSuccess(request.resource.name, { rows: shown, nested: [] })];
  });
}

async function inTransaction(
  engine: Engine,
  { origin, secrets }: { origin: WriteOrigin; secrets: ReadonlyMap<string, string> },
  work: (run: WriteRun) => Promise<readonly ItemAnswer[]>,
): Promise<WriteAnswer> {
  return engine.database.write(async (tx) => {
    const state = await engine.loadState(tx, origin.caller);
    const run = writeRun(engine, { tx, state, remoteAddress: origin.remoteAddress, secrets });
    const items = await work(run);
    await keepFormerTimeZone(run, state.account.serverTimeZone);
    return { items, affected: await affectedRows(run), state, now: tx.now };
  });
}

/** The run of a write in a transaction. */
export function writeRun(
  { schema, deletionsKeptSeconds, endLogins, stopwatch }: Engine,
  part: { tx: Tx; state: RequestState; remoteAddress: string | null; secrets: ReadonlyMap<string, string> },
): WriteRun {
  return {
    tx: part.tx,
    accountId: part.state.account.id,
    schema,
    sight: part.state.sight,
    context: planContext(part.tx, part.state, deletionsKeptSeconds),
    remoteAddress: part.remoteAddress,
    secrets: part.secrets,
    endLogins,
    breathe: breather(stopwatch),
    affected: new Map(),
    rows: new Map(),
    sightsKept: new Set(),
    touched: new Set(),
  };
}

const longestTurn = 20;

/** Lets reads and other connections have their turn when a large request has worked for 20 ms. */
function breather(stopwatch: () => number): () => Promise<void> {
  let since = stopwatch();
  return async () => {
    if (stopwatch() - since < longestTurn) return;
    await new Promise((turned) => setImmediate(turned));
    since = stopwatch();
  };
}

async function batchItem(
  engine: Engine,
  { run, origin, request }: { run: WriteRun; origin: WriteOrigin; request: WriteRequest },
  work: () => Promise<ItemAnswer>,
): Promise<ItemAnswer> {
  try {
    return await inSavepoint(run, work);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      if (run.tx.dialect.isUnavailable(error)) throw error;
      engine.observe({ kind: 'request_failed', requestId: origin.requestId, error });
    }
    return itemError(request.resource.name, asApiError(error, origin.requestId));
  }
}

async function writeItem(run: WriteRun, request: WriteRequest, entity: RawEntity): Promise<ItemAnswer> {
  const plan = planWrite({
    schema: run.schema,
    sight: run.sight,
    resource: request.resource,
    verb: request.kind,
    entity,
    id: request.id,
    parameters: request.parameters,
    context: run.context,
    link: null,
  });
  return shownOutcome(run, await writeEntity(run, plan));
}

async function shownOutcome(run: WriteRun, { resource, id, children }: EntityOutcome): Promise<ItemAnswer> {
  const rows = await shownRow(run, resource, id);
  const nested: Record<string, Document[]> = {};
  const answers: ItemAnswer[] = [];
  for (const child of children) {
    const answer = await shownChild(run, child);
    (nested[child.resource.name] ??= []).push(answer.document);
    answers.push(answer);
  }
  const complete = answers.length === 0 ? rows : rows.map((row) => ({ ...row, nestedEntities: nested }));
  return itemSuccess(resource.name, { rows: complete, nested: answers });
}

async function shownChild(run: WriteRun, child: ChildOutcome): Promise<ItemAnswer> {
  if ('outcome' in child) return shownOutcome(run, child.outcome);
  if (!(child.error instanceof ApiError)) throw child.error;
  return itemError(child.resource.name, child.error);
}

/** The row as its writer may see it; none when they may not, or when it is gone. */
async function shownRow(run: WriteRun, resource: Resource, id: number): Promise<readonly Document[]> {
  const grant = readGrant(run.sight, resource);
  const row = grant === null ? undefined : await knownRow(run, resource, id);
  const tier = row === undefined || grant === null ? undefined : tierOf(grant, row);
  if (row === undefined || tier === undefined) return [];
  return [levelRenderer(resource, tier.level)(withElapsed(resource, row, run.tx.now), run.context)];
}

async function affectedRows(run: WriteRun): Promise<Document | null> {
  if (run.affected.size === 0) return null;
  const shown: Record<string, readonly Document[]> = {};
  for (const [name, ids] of run.affected) {
    const resource = run.schema.resources.get(name) as Resource;
    const rows: Document[] = [];
    for (const id of ids) rows.push(...(await affectedRow(run, resource, id)));
    shown[name] = rows;
  }
  return shown;
}

/** The row as it stands now; one that had to go entirely is listed as in `Deleted`. */
async function affectedRow(run: WriteRun, resource: Resource, id: number): Promise<readonly Document[]> {
  if ((await knownRow(run, resource, id)) !== undefined) return shownRow(run, resource, id);
  return [{ id, deleted_at: localText(run.tx.now, run.context.serverTimeZone) }];
}
