// A create, update or delete request: one transaction, one savepoint an item, answers read back before it ends.
import { ApiError } from '#errors/api-error.ts';
import { planWrite } from '#plan/plan-write.ts';
import type { DeleteRequest, RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Document } from '#response/document.ts';
import { deleteEntity, rowToDelete } from './delete-entity.ts';
import type { Engine } from '../engine.ts';
import { itemError, itemSuccess, type ItemAnswer } from '../envelope.ts';
import { entityWithId } from './entity-with-id.ts';
import { hashSecrets } from './hash-secrets.ts';
import { proveEntities, type Proof } from './prove-entities.ts';
import { ownResource } from '../request-state.ts';
import { shownAs, shownRow } from './shown-rows.ts';
import { removeUnmeant, storeUploads, type Upload } from './store-uploads.ts';
import { writeEntity, type ChildOutcome, type EntityOutcome } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';
import { inTransaction, writeItems, type WriteAnswer, type WriteOrigin } from './write-transaction.ts';

/** Runs a create or update. A single entity that fails throws; in a batch each item answers for itself. */
export async function runWrite(
  engine: Engine,
  request: WriteRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  const proofs = await proveEntities(engine, request, origin);
  const entities = request.entities.filter((entity) => !(proofs.get(entity) instanceof ApiError));
  const secrets = await hashSecrets(engine, { ...request, entities }, origin, proofs);
  const uploaded = await storeUploads(engine, request, origin);
  const { request: stripped, contents } = uploaded;
  const kept = new Set<string>();
  let isCommitted = false;
  try {
    const answer = await inTransaction(engine, { origin, secrets }, (run) =>
      writeItems(engine, { run, origin, request: stripped }, async (entity) => {
        const [proof = null, content = null] = [proofs.get(entity), contents.get(entity)];
        const asked = { ...stripped, ...inAccount(run, stripped), proof, content };
        const item = await writeItem(run, asked, entity);
        if (content !== null && !(content instanceof ApiError)) kept.add(content.key);
        return item;
      }),
    );
    isCommitted = true;
    return answer;
  } finally {
    await uploaded.settle(isCommitted ? kept : new Set());
  }
}

/** Runs a delete; answers with the row as it stood. */
export async function runDelete(
  engine: Engine,
  request: DeleteRequest,
  origin: WriteOrigin,
): Promise<WriteAnswer> {
  const { content } = request.resource;
  let key: string | null = null;
  const answer = await inTransaction(engine, { origin, secrets: new Map() }, async (run) => {
    const asked = { ...request, ...inAccount(run, request) };
    const row = await rowToDelete(run, asked);
    const shown = await shownRow(run, asked.resource, row['id'] as number);
    await deleteEntity(run, asked, row);
    if (content !== null) key = row[content.key] as string;
    return [itemSuccess(asked.resource.name, { rows: shown, nested: [] })];
  });
  if (key !== null) await removeUnmeant(engine, origin.caller.accountId, [key]);
  return answer;
}

function inAccount(
  { schema }: WriteRun,
  { resource }: Pick<WriteRequest, 'resource'>,
): Pick<WriteRequest, 'resource'> {
  return { resource: ownResource(schema, resource) };
}

async function writeItem(
  run: WriteRun,
  request: WriteRequest & { readonly proof: Proof | null; readonly content: Upload | null },
  entity: RawEntity,
): Promise<ItemAnswer> {
  const { proof, content } = request;
  if (proof instanceof ApiError) throw proof;
  if (content instanceof ApiError) throw content;
  const plan = planWrite({
    schema: run.schema,
    sight: run.sight,
    resource: request.resource,
    verb: request.kind,
    entity: await entityWithId(run, request, entity),
    id: request.id,
    parameters: request.parameters,
    batch: request.batch,
    context: run.context,
    link: null,
  });
  return shownOutcome(run, await writeEntity(run, { ...plan, proven: proof, content }));
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
