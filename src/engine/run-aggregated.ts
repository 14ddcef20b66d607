// Aggregated reads (specification §4.4): several resources in one answer, all from one snapshot.
import { authorizeRead, readGrant } from '#access/authorize.ts';
import { planRead } from '#plan/plan-read.ts';
import type { AggregatedReadRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { splitAggregated, type IncludedRead } from '#request/split-aggregated.ts';
import type { Caller } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Document } from '#response/document.ts';
import { negotiateFormat, type Format } from '#response/negotiate-format.ts';
import type { Tx } from '#sql/database.ts';
import { encodeAnswer } from './answer.ts';
import type { Engine } from './engine.ts';
import { successEnvelope } from './envelope.ts';
import { frameOf } from './frame.ts';
import { readContext } from './read-context.ts';
import type { RequestState } from './request-state.ts';
import { runRead } from './run-read.ts';
import { readSettled, type Confirm } from './settle.ts';
import type { Timing } from './timing.ts';

/** Answers `deltaSync/read` and `fetchData/read`: `Results` is an object of envelopes, one a resource. */
export async function runAggregated(
  engine: Engine,
  {
    caller,
    request,
    timing,
    confirm,
  }: { caller: Caller; request: HttpRequest; timing: Timing; confirm: Confirm | undefined },
  parsed: AggregatedReadRequest,
): Promise<HttpResponse> {
  const format = negotiateFormat(request.headers['accept']);
  const resources = engine.schema.turning;
  const document = await readSettled(engine, { caller, resources, confirm }, async (tx) => {
    const state = await engine.loadState(tx, caller);
    const defaults = parsed.name === 'deltaSync' ? trackedResources(engine, state) : null;
    const reads = splitAggregated(engine.schema, parsed, defaults);
    timing.mark('authorise');
    const serverTimeZone = state.account.serverTimeZone;
    const frame = frameOf(engine, { serverTimeZone, name: parsed.name, startedAt: tx.horizon });
    const results: Record<string, Document> = {};
    let count = 0;
    for (const read of reads) {
      const part = await readPart(engine, { tx, state, read, format });
      count += part.numResults;
      results[read.resource.name] = successEnvelope({ ...frame, resourceName: read.resource.name }, part);
    }
    timing.mark('sql');
    return successEnvelope(frame, { rows: results, numResults: count });
  });
  return encodeAnswer({ document, format, timing, tag: null });
}

/** What `deltaSync` gives by default: every resource that tracks changes and that the caller may read. */
function trackedResources({ schema }: Engine, { sight }: RequestState): readonly Resource[] {
  return [...schema.resources.values()].filter(
    (resource) =>
      resource.lastChange !== null && resource.actions.has('read') && readGrant(sight, resource) !== null,
  );
}

async function readPart(
  engine: Engine,
  { tx, state, read, format }: { tx: Tx; state: RequestState; read: IncludedRead; format: Format },
): Promise<Parameters<typeof successEnvelope>[1]> {
  const grant = authorizeRead(state.sight, read.resource);
  const context = await readContext(engine, { tx, state, ...read });
  const plan = planRead({
    schema: engine.schema,
    grant,
    context,
    named: null,
    id: null,
    parameters: read.parameters,
  });
  const { rowCache, schema } = engine;
  const run = { tx, accountId: state.account.id, context, format, rowCache, schema };
  const { rows, deleted, fullResync } = await runRead(run, plan);
  return { rows, numResults: rows.length, deleted, fullResync };
}
