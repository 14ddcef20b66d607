// A create, update or delete request: one transaction, one savepoint an item, answers read back before it ends.
import { ApiError } from '#errors/api-error.ts';
import { planWrite } from '#plan/plan-write.ts';
import type { DeleteRequest, RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Document } from '#response/document.ts';
import { deleteEntity, rowToDelete } from './delete-entity.ts';
import type { Engine } from './engine.ts';
import { itemError, itemSuccess, type ItemAnswer } from './envelope.ts';
import { hashSecrets } from './hash-secrets.ts';
import { shownAs, shownRow } from './shown-rows.ts';
import { writeEntity, type ChildOutcome, type EntityOutcome } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';
import { inTransaction, writeItems, type WriteAnswer, type WriteOrigin } from './write-transaction.ts';

/** Runs a create or update. A single entity that fails throws; in a batch each item answers for itself. */
export async function runWrite(
  engine: Engine,
  request: WriteRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  const secrets = await hashSecrets(engine, request, origin);
  return inTransaction(engine, { origin, secrets }, (run) =>
    writeItems(engine, { run, origin, request }, (entity) => writeItem(run, request, entity)),
  );
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

async function shownOutcome(
  run: WriteRun,
  { resource, id, unwritten, returned, children }: EntityOutcome,
): Promise<ItemAnswer> {
  const rows =
    id === null ? shownAs(run, resource, { ...unwritten, id: null }) : await shownRow(run, resource, id);
  const nested: Record<string, Document[]> = {};
  const answers: ItemAnswer[] = [];
  for (const child of children) {
    const answer = await shownChild(run, child);
    (nested[child.resource.name] ??= []).push(answer.document);
    answers.push(answer);
  }
  const family = answers.length === 0 ? {} : { nestedEntities: nested };
  const complete = rows.map((row) => ({ ...row, ...returned, ...family }));
  return itemSuccess(resource.name, { rows: complete, nested: answers });
}

async function shownChild(run: WriteRun, child: ChildOutcome): Promise<ItemAnswer> {
  if ('outcome' in child) return shownOutcome(run, child.outcome);
  if (!(child.error instanceof ApiError)) throw child.error;
  return itemError(child.resource.name, child.error);
}
