// What one writing request carries through its transaction.
import type { PlanContext } from '#plan/plan-context.ts';
import type { AccessContext } from '#resource/access.ts';
import type { ActionView } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { StalePart } from '#resource/stale.ts';
import type { UnitTx } from '#sql/database.ts';
import type { LoginTools, QueueMail } from '../engine.ts';

/** One request's writing, in one account and one transaction. */
export interface WriteRun {
  /** Of the unit of work that runs; outside of one it throws. */
  readonly tx: UnitTx;
  /** Runs work that does not wait: what rules and actions do. PostgreSQL may run it several times: see {@link Tx.unit}. */
  readonly unit: <T>(work: () => T, ahead?: () => void) => Promise<T>;
  readonly accountId: number;
  readonly schema: Schema;
  readonly accessContext: AccessContext;
  readonly context: PlanContext;
  readonly remoteAddress: string | null;
  /** Id of the request; `null` when the server writes by itself, which is not audited. */
  readonly requestId: string | null;
  /** The login from which the request's token comes; `null` when there is none. */
  readonly login: string | null;
  /** Hashes of secrets sent in the request, made before the transaction began, by the secret. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly logins: LoginTools;
  readonly queueMail: QueueMail;
  /** Awaited between units: large work lets the event loop serve other requests. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Rows altered beside the request's own, by resource. */
  readonly affected: Map<string, Set<number>>;
  /** What is to be recomputed, by the id of its person. */
  readonly stale: Map<number, readonly StalePart[]>;
  /** Recomputes what is stale, before rows of the resource are looked at or written; of no resource: in any case. */
  readonly recompute: (resource?: string) => void;
  /** The account as rules see it. */
  readonly view: View;
  /** The identity map: rows read or written so far, by table and id. */
  readonly rows: Map<string, Map<number, Row>>;
  /** Settings read so far, by type. */
  readonly settings: Map<string, string>;
  /** Users whose access, as it was before this transaction, is recorded already. */
  readonly accessRecorded: Set<number>;
  /** Of the same users, for a caller without access to everybody: on whom they could act before; inactive ones are left out. */
  readonly accessBefore: Map<number, AccessContext | undefined>;
  /** Writes under the rules of resources, for what takes the place of something sent. */
  readonly acting: ActionView;
  /** Tables in which something was written. */
  readonly touched: Set<string>;
}
