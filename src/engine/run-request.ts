// The stages of a request: parse → authenticate → refresh → authorise → plan → SQL → encode. The only file that knows the order.
import { authorizeRead } from '#access/authorize.ts';
import { ApiError, unreachable } from '#errors/api-error.ts';
import { planRead } from '#plan/plan-read.ts';
import type { ActionRequest, ReadRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { parseAddress } from '#request/parse-address.ts';
import { actionNamed, parseRequest } from '#request/parse-request.ts';
import type { Caller } from '#resource/access.ts';
import type { Document } from '#response/document.ts';
import { negotiateFormat } from '#response/negotiate-format.ts';
import { accountNamed } from '#sql/accounts.ts';
import { encodeAnswer, notModified } from './answer.ts';
import { computedRow, countedTotal, type ComputedInput } from './read/computed-row.ts';
import { answeredRows } from './read/answered-rows.ts';
import type { Engine } from './engine.ts';
import { successEnvelope } from './envelope.ts';
import { entityTag } from './read/entity-tag.ts';
import {
  CallerUncertain,
  knownSender,
  NoCaller,
  parsedFor,
  tokenSender,
  uncertainSender,
  type RememberedLogin,
  type Sender,
  type ShownToken,
} from './read/find-caller.ts';
import { errorResponse } from './error-response.ts';
import { frameOf } from './frame.ts';
import { keepOf, type EngineAnswer, type Keep } from './read/keep-answer.ts';
import { readAs } from './read/read-as.ts';
import { readContext } from './read/read-context.ts';
import { ownResource, anonymousState } from './request-state.ts';
import { runAggregated } from './read/run-aggregated.ts';
import { discardedOnFailure, openLargeAnswer } from './read/large-answer.ts';
import { paced, type Pace } from './read/pace.ts';
import { runAnywhere } from './read/run-anywhere.ts';
import { runDownload } from './read/run-download.ts';
import { answerWrite, writerOf } from './write/answer-write.ts';
import { startTiming, type Timing } from './timing.ts';
import { asUnit } from '#sql/transaction.ts';

/** What the edge hands over. */
export interface EngineInput {
  /** `null`: the request bears no token, or its token has not been looked at. */
  readonly caller: Caller | null;
  readonly request: HttpRequest;
  /** Of a read whose caller is not known: they are found in the snapshot that the answer comes from. */
  readonly token?: ShownToken | undefined;
  /** Of a write whose transaction is to look whether the login still stands for `caller`. */
  readonly login?: RememberedLogin | undefined;
}

/** Answers one API request. Whatever goes wrong becomes an envelope; throws only what authentication refuses, and {@link CallerUncertain}. */
export async function runRequest(engine: Engine, input: EngineInput): Promise<EngineAnswer> {
  const { request, token, login } = input;
  let { caller } = input;
  const timing = startTiming(engine.stopwatch);
  try {
    if (login !== undefined)
      return await run(engine, { sender: uncertainSender(login), login, request, timing });
    if (token === undefined) {
      if (caller === null) return await runOpen(engine, { request, timing });
      return await run(engine, { sender: knownSender(caller), request, timing });
    }
    return await run(engine, { sender: tokenSender(token, (found) => (caller = found)), request, timing });
  } catch (error) {
    if (error instanceof CallerUncertain) throw error;
    if (error instanceof NoCaller) return runRequest(engine, { caller: null, request });
    if (token !== undefined && caller === null) throw error;
    return errorResponse(engine, { error, request, serverTimeZone: await zoneOf(engine, caller) });
  }
}

/** The zone of the caller's account, for a refusal; what keeps it from being found out must not hide the refusal. */
export async function zoneOf(engine: Engine, caller: Caller | null): Promise<string> {
  if (caller === null) return 'UTC';
  try {
    const { account } = await engine.database.read(caller.accountId, (tx) => engine.loadState(tx, caller));
    return account.serverTimeZone;
  } catch {
    return 'UTC';
  }
}

interface Running {
  readonly sender: Sender;
  readonly request: HttpRequest;
  readonly timing: Timing;
  readonly login?: RememberedLogin | undefined;
}

async function run(engine: Engine, running: Running): Promise<EngineAnswer> {
  const { sender, request } = running;
  const parsed = await parsedFor(engine, sender, () =>
    parseRequest(engine.schema, parseAddress(request.path), request),
  );
  running.timing.mark('parse');
  switch (parsed.kind) {
    case 'read':
      return parsed.resource.storage === 'computed'
        ? computed(engine, running, parsed)
        : read(engine, running, parsed);
    case 'download':
      return runDownload(engine, running, parsed);
    case 'aggregatedRead':
      return runAggregated(engine, running, parsed);
    case 'create':
    case 'update':
    case 'delete':
    case 'action':
      return answerWrite(engine, { ...running, ...(await writerOf(engine, running, parsed)) }, parsed);
    default:
      return unreachable(parsed);
  }
}

async function read(engine: Engine, running: Running, parsed: ReadRequest): Promise<EngineAnswer> {
  return paced(engine, { accountId: running.sender.accountId, isWhole: false }, (pace) =>
    readPaced(engine, { ...running, pace }, parsed),
  );
}

async function readPaced(
  engine: Engine,
  { sender, request, timing, pace }: Running & { readonly pace: Pace },
  parsed: ReadRequest,
): Promise<EngineAnswer> {
  const format = negotiateFormat(request.headers['accept']);
  const reading = { sender, resources: [parsed.resource], isApart: pace.isApart };
  const large = pace.isApart ? await openLargeAnswer(sender.accountId, format) : null;
  return discardedOnFailure(large, async () => {
    const answer = await readAs(engine, reading, async (snapshot) => {
      const { tx, caller } = snapshot;
      const state = await engine.loadState(tx, caller);
      const { schema, accessContext, account } = state;
      const { serverTimeZone } = account;
      // What was forgotten in the meantime is told by the clock.
      const isTimeless = !parsed.parameters.has('_since');
      const keep = (isStable: boolean): Keep | undefined =>
        keepOf(snapshot, { isStable: isStable && isTimeless, serverTimeZone });
      const tag = entityTag(engine, { caller, today: accessContext.today, request, snapshot: tx, format });
      if (tag !== null && request.headers['if-none-match'] === tag) return { tag, keep: keep(true) };
      const grant = authorizeRead(accessContext, ownResource(schema, parsed.resource));
      timing.mark('authorise');
      const context = await readContext(engine, { tx, state, ...parsed });
      const plan = planRead({ schema, grant, context, ...parsed });
      timing.mark('plan');
      const { rowCache } = engine;
      const reader = { tx, accountId: account.id, context, format, rowCache, schema, pace };
      const result = await runAnywhere(reader, plan, large);
      timing.mark('sql');
      const isKept = large === null;
      return {
        result,
        tag,
        startedAt: tx.horizon,
        serverTimeZone,
        keep: isKept ? keep(result.stable) : undefined,
      };
    });
    if (answer.result === undefined) {
      await large?.discard();
      return { ...notModified(answer.tag), keep: answer.keep };
    }
    const { result, tag, keep } = answer;
    const document = successEnvelope(frameOf(engine, { ...answer, name: parsed.resource.name }), result);
    return { ...encodeAnswer({ document, format, timing, tag: result.stable ? tag : null, large }), keep };
  });
}

async function computed(
  engine: Engine,
  { sender, request, timing }: Running,
  parsed: ReadRequest,
): Promise<EngineAnswer> {
  const { keep, ...answer } = await readAs(
    engine,
    { sender, resources: [parsed.resource] },
    async (snapshot) => {
      const { tx, caller } = snapshot;
      const state = await engine.loadState(tx, caller);
      const { account } = state;
      const asks = parsed.resource.answer !== null;
      const answered = asks ? await answeredRows(engine, { tx, state, parsed }) : null;
      const { serverTimeZone } = account;
      return {
        startedAt: tx.horizon,
        account,
        answered,
        keep: keepOf(snapshot, { isStable: false, serverTimeZone }),
      };
    },
  );
  return { ...answerComputed(engine, { parsed, request, timing, ...answer }), keep };
}

/** Requests without a token: only what is open answers; anything else says that the header is missing. */
async function runOpen(
  engine: Engine,
  { request, timing }: Pick<Running, 'request' | 'timing'>,
): Promise<HttpResponse> {
  const address = parseAddress(request.path);
  const accountName = address.account;
  const accountId = await engine.database.read(null, (tx) => accountNamed(tx, accountName));
  if (accountId === undefined) throw new ApiError('unknown_address', `There is no account "${accountName}".`);
  const resource = engine.schema.find(address.resource);
  if (resource !== undefined && actionNamed(resource, address.action)?.open === true) {
    const parsed = parseRequest(engine.schema, address, request) as ActionRequest;
    return answerWrite(engine, { caller: { accountId, accountName }, request, timing }, parsed);
  }
  if (resource?.open !== true) {
    throw new ApiError(
      'authentication_missing',
      'The Authorization header is missing; send "Authorization: Bearer <access token>".',
    );
  }
  const parsed = parseRequest(engine.schema, address, request) as ReadRequest;
  const { account } = await engine.database.read(
    accountId,
    asUnit((tx) => anonymousState(tx, accountName, engine.schema)),
  );
  const startedAt = Math.floor(engine.clock() / 1000);
  return answerComputed(engine, { parsed, request, account, timing, startedAt, answered: null });
}

function answerComputed(
  engine: Engine,
  part: ComputedInput & {
    readonly timing: Timing;
    readonly startedAt: number;
    /** `null`: the row that the resource computes. */
    readonly answered: readonly Document[] | null;
  },
): HttpResponse {
  const { parsed, request, account, timing, startedAt, answered } = part;
  const { serverTimeZone } = account;
  const frame = frameOf(engine, { serverTimeZone, name: parsed.resource.name, startedAt });
  const rows = answered ?? computedRow(engine, part);
  const numResults = Array.isArray(rows) ? rows.length : 1;
  const document = successEnvelope(frame, {
    rows,
    numResults,
    hasMore: false,
    total: countedTotal(parsed, numResults),
  });
  return encodeAnswer({ document, format: negotiateFormat(request.headers['accept']), timing, tag: null });
}
