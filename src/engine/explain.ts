// `hourbook explain`: the street without the database's answer: request, grant, plan and SQL. It runs nothing.
import { authorizeAction, authorizeRead, authorizeWrite } from '#access/authorize.ts';
import { planRead } from '#plan/plan-read.ts';
import { noLimit } from '#plan/read-parameters.ts';
import type { ReadPlan } from '#plan/read-plan.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { parseAddress } from '#request/parse-address.ts';
import type { ApiRequest, ReadRequest } from '#request/api-request.ts';
import { parseRequest } from '#request/parse-request.ts';
import { sharingFor } from './read/run-aggregated.ts';
import { splitAggregated } from '#request/split-aggregated.ts';
import { readGrant } from '#access/authorize.ts';
import type { Caller } from '#resource/access.ts';
import { compileRead } from '#sql/compile-read.ts';
import type { Statement, Tx } from '#sql/database.ts';
import { aggregateStatement } from '#sql/execute-aggregate.ts';
import { listedColumns } from '#sql/execute-read.ts';
import type { Engine } from './engine.ts';
import { readContext } from './read/read-context.ts';
import { ownResource, type RequestState } from './request-state.ts';

/** What each step of the street makes of a request, as plain data. */
export interface Explanation {
  readonly request: unknown;
  readonly grant: unknown;
  readonly plan: unknown;
  readonly statements: readonly Statement[];
}

/** Explains a request as the caller would be answered; throws the refusal they would get. */
export async function explainRequest(
  engine: Engine,
  { caller, request }: { caller: Caller; request: HttpRequest },
): Promise<Explanation> {
  const parsed = parseRequest(engine.schema, parseAddress(request.path), request);
  return engine.database.read(caller.accountId, async (tx) => {
    const state = await engine.loadState(tx, caller);
    if (parsed.kind === 'action') {
      const scope = authorizeAction(state.accessContext, parsed.resource, parsed.action);
      return { request: shownRequest(parsed), grant: shown({ scope }), plan: null, statements: [] };
    }
    if (parsed.kind === 'create' || parsed.kind === 'update' || parsed.kind === 'delete') {
      const grant = authorizeWrite(state.accessContext, parsed.resource, parsed.kind);
      return { request: shownRequest(parsed), grant: shown(grant), plan: null, statements: [] };
    }
    const plans: ReadPlan[] = [];
    const defaultLimit = parsed.kind === 'aggregatedRead' ? noLimit : undefined;
    for (const read of readsOf(parsed, state))
      plans.push(await planOf(engine, { tx, state, read, defaultLimit }));
    return {
      request: shownRequest(parsed),
      grant: plans.map(({ grant }) => shown(grant)),
      plan: plans.map(shown),
      statements: plans.map((plan) => statementOf(tx, plan)),
    };
  });
}

function readsOf(parsed: ApiRequest, state: RequestState): readonly ReadRequest[] {
  if (parsed.kind === 'read') return parsed.resource.storage === 'computed' ? [] : [parsed];
  if (parsed.kind !== 'aggregatedRead') return [];
  const tracked = [...state.schema.resources.values()].filter(
    (resource) => resource.lastChange !== null && readGrant(state.accessContext, resource) !== null,
  );
  const { reads } = splitAggregated(parsed, {
    ...sharingFor(state),
    defaults: parsed.name === 'deltaSync' ? tracked : null,
  });
  const planned = reads.filter(({ resource }) => resource.storage !== 'computed');
  return planned.map((read) => ({ kind: 'read', named: null, id: null, ...read }));
}

async function planOf(
  engine: Engine,
  part: { tx: Tx; state: RequestState; read: ReadRequest; defaultLimit: number | undefined },
): Promise<ReadPlan> {
  const { schema, accessContext } = part.state;
  const grant = authorizeRead(accessContext, ownResource(schema, part.read.resource));
  const context = await readContext(engine, { ...part, ...part.read });
  const { read, defaultLimit } = part;
  return planRead({ schema, grant, context, defaultLimit, ...read });
}

function statementOf(tx: Tx, plan: ReadPlan): Statement {
  if (plan.aggregate !== null) return aggregateStatement(tx, plan, plan.aggregate);
  return compileRead(tx, plan, listedColumns(plan));
}

function shownRequest(parsed: ApiRequest): unknown {
  return shown(parsed);
}

/** Plain data: resources and fields by name, maps as objects. */
function shown(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => {
      if (part instanceof Map) return Object.fromEntries(part);
      if (typeof part !== 'object' || part === null || !('name' in part)) return part;
      return 'fields' in part || 'type' in part ? part.name : part;
    }) ?? 'null',
  );
}
