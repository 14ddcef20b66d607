// How the demo company is written: by the server, or as one of its people, always through the write path of the interface.
import { AccountError } from './account-error.ts';
import type { Engine } from '#engine/engine.ts';
import type { ItemAnswer } from '#engine/envelope.ts';
import { runAction } from '#engine/write/run-action.ts';
import { runWrite } from '#engine/write/run-write.ts';
import { systemCaller } from '#engine/system-caller.ts';
import type { WriteAnswer } from '#engine/write/write-transaction.ts';
import type { RawEntity } from '#request/api-request.ts';
import type { Caller } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, Row } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import { asUnit } from '#sql/transaction.ts';

/** Rows of a resource to write, and the person who does it; without one, the server. */
export interface DemoWrite {
  readonly resource: string;
  readonly entities: readonly RawEntity[];
  readonly by?: number;
}

/** Writes in the demo account. */
export interface DemoWriter {
  /** Whether the installation keeps files. */
  readonly keepsFiles: boolean;
  /** Creates rows in batches; answers their ids. Throws {@link AccountError} for the first that is refused. */
  create(write: DemoWrite): Promise<readonly number[]>;
  /** As `create`, but goes on when a row is refused: people may have changed what it is about. */
  createWhatFits(write: DemoWrite): Promise<void>;
  update(write: DemoWrite): Promise<void>;
  /** Uses an action of the resource. */
  act(write: DemoWrite & { readonly action: string }): Promise<void>;
  find(resource: string, comparisons: readonly Comparison[]): Promise<readonly Row[]>;
}

const batchSize = 100;

/** Makes the writer for an account. */
export function demoWriter(
  engine: Engine,
  company: { readonly id: number; readonly name: string },
): DemoWriter {
  const resourceOf = (name: string): Resource => {
    const resource = engine.schema.resources.get(name);
    if (resource === undefined) throw new Error(`no resource is named ${name}`);
    return resource;
  };
  const originOf = (by: number | undefined) => {
    const server = systemCaller(company);
    const caller: Caller = by === undefined ? server : { ...server, kind: 'user', userId: by };
    return { caller, remoteAddress: null, requestId: 'demo' };
  };
  const run = async (
    kind: 'create' | 'update',
    { resource, entities, by }: DemoWrite,
  ): Promise<WriteAnswer> =>
    runWrite(engine, { kind, ...batchOf(resourceOf(resource), entities) }, originOf(by));
  return {
    keepsFiles: engine.files.store !== null,
    async create({ entities, ...write }) {
      const ids: number[] = [];
      for (let start = 0; start < entities.length; start += batchSize) {
        const part = entities.slice(start, start + batchSize);
        ids.push(...written(await run('create', { ...write, entities: part })));
      }
      return ids;
    },
    createWhatFits: async (write) => void (await run('create', write)),
    update: async (write) => void written(await run('update', write)),
    async act({ resource: name, entities, by, action: actionName }) {
      const resource = resourceOf(name);
      const action = resource.customActions.get(actionName);
      if (action === undefined) throw new Error(`${name} has no action ${actionName}`);
      written(
        await runAction(engine, { kind: 'action', action, ...batchOf(resource, entities) }, originOf(by)),
      );
    },
    find: (name, comparisons) =>
      engine.database.read(
        company.id,
        asUnit((tx) => findRows({ tx, accountId: company.id }, resourceOf(name), { comparisons })),
      ),
  };
}

function batchOf(resource: Resource, entities: readonly RawEntity[]) {
  return { resource, batch: true, entities, id: null, parameters: new Map<string, string>() };
}

function written({ items }: WriteAnswer): readonly number[] {
  return items.map(idOf);
}

function idOf({ document, success }: ItemAnswer): number {
  if (!success)
    throw new AccountError(`The demo data could not be written: ${String(document['ErrorMessage'])}`);
  return (document['Results'] as readonly { id: number }[])[0]?.id as number;
}
