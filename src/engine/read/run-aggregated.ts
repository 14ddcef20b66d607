// Aggregated reads (specification §4.4): several resources in one answer, all from one snapshot.
import { authorizeRead, readGrant } from '#access/authorize.ts';
import { isUsable, planRead } from '#plan/plan-read.ts';
import { noLimit } from '#plan/read-parameters.ts';
import type { AggregatedReadRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { splitAggregated, type IncludedRead, type Sharing } from '#request/split-aggregated.ts';
import type { Resource } from '#resource/resource.ts';
import type { Document } from '#response/document.ts';
import { negotiateFormat, type Format } from '#response/negotiate-format.ts';
import type { Tx } from '#sql/database.ts';
import { encodeAnswer } from '../answer.ts';
import { answeredRows } from './answered-rows.ts';
import { computedRow, countedTotal } from './computed-row.ts';
import type { Engine } from '../engine.ts';
import { successEnvelope, type SingleAnswer } from '../envelope.ts';
import { frameOf } from '../frame.ts';
import type { Sender } from './find-caller.ts';
import { readAs } from './read-as.ts';
import { readContext } from './read-context.ts';
import type { RequestState } from '../request-state.ts';
import { discardedOnFailure, openLargeAnswer, type LargeAnswer } from './large-answer.ts';
import { paced, type Pace } from './pace.ts';
import { runAnywhere } from './run-anywhere.ts';
import type { Timing } from '../timing.ts';

/** Answers `deltaSync/read` and `fetchData/read`: `Results` is an object of envelopes, one a resource. */
export async function runAggregated(
  engine: Engine,
  running: Omit<Paced, 'pace'>,
  parsed: AggregatedReadRequest,
): Promise<HttpResponse> {
  return paced(engine, { accountId: running.sender.accountId, isWhole: true }, (pace) =>
    runPaced(engine, { ...running, pace }, parsed),
  );
}

interface Paced {
  readonly sender: Sender;
  readonly request: HttpRequest;
  readonly timing: Timing;
  readonly pace: Pace;
}

async function runPaced(
  engine: Engine,
  { sender, request, timing, pace }: Paced,
  parsed: AggregatedReadRequest,
): Promise<HttpResponse> {
  const format = negotiateFormat(request.headers['accept']);
  const resources = engine.schema.turning;
  const large = pace.isApart ? await openLargeAnswer(sender.accountId, format) : null;
  return discardedOnFailure(large, async () => {
    const document = await readAs(
      engine,
      { sender, resources, isApart: pace.isApart },
      async ({ tx, caller }) => {
        const state = await engine.loadState(tx, caller);
        const defaults = parsed.name === 'deltaSync' ? trackedResources(state) : null;
        const { reads, warnings } = splitAggregated(parsed, { ...sharingFor(state), defaults });
        timing.mark('authorise');
        const serverTimeZone = state.account.serverTimeZone;
        const frame = frameOf(engine, { serverTimeZone, name: parsed.name, startedAt: tx.horizon });
        const results: Record<string, Document> = {};
        let [count, hasMore] = [0, false];
        for (const read of reads) {
          const part = await readPart(engine, { tx, state, read, format, request, pace, large });
          count += part.numResults;
          hasMore ||= part.hasMore === true;
          results[read.resource.name] = successEnvelope({ ...frame, resourceName: read.resource.name }, part);
        }
        timing.mark('sql');
        return successEnvelope(frame, { rows: results, numResults: count, hasMore, warnings });
      },
    );
    return encodeAnswer({ document, format, timing, tag: null, large });
  });
}

/** What an aggregated read may do with the resources of the account. */
export function sharingFor({ schema, accessContext }: RequestState): Omit<Sharing, 'defaults'> {
  return {
    schema,
    mayUse: (resource, field) => {
      const grant = readGrant(accessContext, resource);
      // What may not be read at all is refused as such.
      return grant === null || isUsable(field, grant);
    },
  };
}

/** What `deltaSync` gives by default: every resource that tracks changes and that the caller may read. */
function trackedResources({ schema, accessContext }: RequestState): readonly Resource[] {
  return [...schema.resources.values()].filter(
    (resource) =>
      resource.lastChange !== null &&
      resource.actions.has('read') &&
      readGrant(accessContext, resource) !== null,
  );
}

interface PartRead {
  readonly tx: Tx;
  readonly state: RequestState;
  readonly read: IncludedRead;
  readonly format: Format;
  readonly request: HttpRequest;
  readonly pace: Pace;
  readonly large: LargeAnswer | null;
}

async function readPart(engine: Engine, part: PartRead): Promise<SingleAnswer> {
  const { tx, state, read, format, pace, large } = part;
  if (read.resource.storage === 'computed') return computedPart(engine, part);
  const grant = authorizeRead(state.accessContext, read.resource);
  const context = await readContext(engine, { tx, state, ...read });
  const plan = planRead({
    schema: state.schema,
    grant,
    context,
    named: null,
    id: null,
    parameters: read.parameters,
    defaultLimit: noLimit,
  });
  const { rowCache } = engine;
  const { schema } = state;
  const run = { tx, accountId: state.account.id, context, format, rowCache, schema, pace };
  return runAnywhere(run, plan, large);
}

/** Of a resource that is asked about a person a user need not say that they mean themselves. */
async function computedPart(engine: Engine, { tx, state, read, request }: PartRead): Promise<SingleAnswer> {
  const { resource } = read;
  const { account, accessContext } = state;
  const own: [string, string][] =
    accessContext.userId === null ? [] : [['user_id', String(accessContext.userId)]];
  const rows =
    resource.answer === null
      ? computedRow(engine, { parsed: read, request, account })
      : await answeredRows(engine, {
          tx,
          state,
          parsed: { resource, id: null, parameters: new Map([...own, ...read.parameters]) },
        });
  const numResults = (rows as readonly Document[]).length;
  return { rows, numResults, hasMore: false, total: countedTotal(read, numResults) };
}
