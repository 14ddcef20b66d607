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
import { keyOf } from './repeated-create.ts';
import { removeUnmeant, storeUploads, type Upload } from './store-uploads.ts';
import { writeEntity, type ChildOutcome, type EntityOutcome } from './write-entity.ts';
import type { WriteRun } from './write-run.ts';
import { inTransaction, type WriteAnswer, type WriteOrigin } from './write-transaction.ts';

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
  let kept: readonly string[] = [];
  const repeated = new Set<RawEntity>();
  try {
    const work = (run: WriteRun, entity: RawEntity): ItemAnswer => {
      const [proof = null, content = null] = [proofs.get(entity), contents.get(entity)];
      const place = stripped.entities.indexOf(entity);
      const asked = { ...stripped, ...inAccount(run, stripped), proof, content, place };
      const outcome = writeItem(run, asked, entity);
      if (outcome.isRepeated) repeated.add(entity);
      else repeated.delete(entity);
      return shownOutcome(run, outcome);
    };
    const answer = await inTransaction(engine, { origin, secrets, request: stripped, work });
    kept = stripped.entities.flatMap((entity, place) => {
      const content = contents.get(entity);
      const isStored = content !== undefined && !(content instanceof ApiError) && !repeated.has(entity);
      return isStored && answer.items[place]?.success === true ? [content.key] : [];
    });
    return answer;
  } finally {
    await uploaded.settle(new Set(kept));
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
  const work = (run: WriteRun): ItemAnswer => {
    const asked = { ...request, ...inAccount(run, request) };
    const row = rowToDelete(run, asked);
    const shown = shownRow(run, asked.resource, row['id'] as number);
    deleteEntity(run, asked, row);
    if (content !== null) key = row[content.key] as string;
    return itemSuccess(asked.resource.name, { rows: shown, nested: [] });
  };
  const single = { resource: request.resource, batch: false, entities: [] };
  const answer = await inTransaction(engine, { origin, secrets: new Map(), request: single, work });
  if (key !== null) await removeUnmeant(engine, origin.caller.accountId, [key]);
  return answer;
}

function inAccount(
  { schema }: WriteRun,
  { resource }: Pick<WriteRequest, 'resource'>,
): Pick<WriteRequest, 'resource'> {
  return { resource: ownResource(schema, resource) };
}

function writeItem(
  run: WriteRun,
  request: WriteRequest & {
    readonly proof: Proof | null;
    readonly content: Upload | null;
    /** Among the entities. */
    readonly place: number;
  },
  entity: RawEntity,
): EntityOutcome {
  const { proof, content, key, place } = request;
  if (proof instanceof ApiError) throw proof;
  if (content instanceof ApiError) throw content;
  const plan = planWrite({
    schema: run.schema,
    accessContext: run.accessContext,
    resource: request.resource,
    verb: request.kind,
    entity: entityWithId(run, request, entity),
    id: request.id,
    parameters: request.parameters,
    batch: request.batch,
    context: run.context,
    link: null,
  });
  const whole = { ...plan, proven: proof, content };
  return writeEntity(
    run,
    key === undefined ? whole : { ...whole, key: keyOf(run, { plan: whole, key, place }) },
  );
}

function shownOutcome(
  run: WriteRun,
  { resource, id, unwritten, returned, children }: EntityOutcome,
): ItemAnswer {
  const rows = id === null ? shownAs(run, resource, { ...unwritten, id: null }) : shownRow(run, resource, id);
  const nested: Record<string, Document[]> = {};
  const answers: ItemAnswer[] = [];
  for (const child of children) {
    const answer = shownChild(run, child);
    (nested[child.resource.name] ??= []).push(answer.document);
    answers.push(answer);
  }
  const family = answers.length === 0 ? {} : { nestedEntities: nested };
  const complete = rows.map((row) => ({ ...row, ...returned, ...family }));
  return itemSuccess(resource.name, { rows: complete, nested: answers });
}

function shownChild(run: WriteRun, child: ChildOutcome): ItemAnswer {
  if ('outcome' in child) return shownOutcome(run, child.outcome);
  if (!(child.error instanceof ApiError)) throw child.error;
  return itemError(child.resource.name, child.error);
}
