// Rows of a derived resource: worked out from the rights of users as the transaction sees them, for each read. They come some
// at a time, in the order of their ids: those of a large account do not fit into memory.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { anyChangedSince } from '../delta/derived-changes.ts';
import { changedRowsOf, goneSince } from '../delta/derived-since.ts';
import {
  goApartForMany,
  loadWorld,
  presentSubjects,
  subjectsAtOnce,
  type DerivedRun,
  type Portions,
  type RowsOf,
  type World,
} from './derived-world.ts';

/** What a derived read finds: its rows by id, and those that are gone since `_since`; `null`: none are asked for. */
export interface DerivedRead {
  readonly rows: Portions<Row>;
  readonly deleted: Portions<Document> | null;
}

/** Works out the rows that a plan reads; with `_since` and deletions only what may have changed. */
export async function deriveRows(run: DerivedRun, plan: ReadPlan): Promise<DerivedRead> {
  const since = plan.fullResync ? null : plan.deletedSince;
  if (since !== null && !(await anyChangedSince(run, since))) return { rows: [], deleted: [] };
  const world = await loadWorld(run);
  const asked = subjectsOf(plan) ?? world.users.map((row) => row['id'] as number);
  const every = everyRowOf(plan.resource, world);
  if (since === null) {
    const rows = rowsOfUsers(run, { world, users: asked, rowsOf: every });
    return { rows, deleted: plan.deletedSince === null ? null : [] };
  }
  const part = { world, asked, since };
  // Whoever may know more than before is told all of it.
  const { rowsOf, users } =
    plan.former.length > 0
      ? { rowsOf: every, users: asked }
      : await changedRowsOf(run, plan, { ...part, every });
  return {
    rows: rowsOfUsers(run, { world, users, rowsOf }),
    deleted: goneSince(run, plan, { ...part, rowsOf }),
  };
}

function everyRowOf({ derive }: Resource, { derivation }: World): RowsOf {
  return (subjects) => derive?.({ ...derivation, subjects }) ?? [];
}

async function* rowsOfUsers(
  run: DerivedRun,
  { world, users, rowsOf }: { world: World; users: readonly number[]; rowsOf: RowsOf },
): AsyncGenerator<readonly Row[]> {
  goApartForMany(run, users);
  for (let start = 0; start < users.length; start += subjectsAtOnce) {
    const subjects = await presentSubjects(run, world, users.slice(start, start + subjectsAtOnce));
    for await (const rows of rowsOf(subjects)) {
      run.pace.derive(rows.length);
      yield rows;
      await run.pace.turn();
    }
  }
}

/** The users whose rights the caller may know and asks for; `null`: all of them. Deletions know no filters. */
function subjectsOf(plan: ReadPlan): readonly number[] | null {
  const { userId, administrator } = plan.grant.accessContext;
  if (!administrator) return userId === null ? [] : [userId];
  for (const part of plan.deletedSince === null ? plan.where : []) {
    if (part.op === 'compare' && part.is === '=' && part.column === 'subject_user_id') {
      return [plan.values[part.value] as number];
    }
  }
  return null;
}
