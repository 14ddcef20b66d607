// `is_done` and `status` say the same twice: whichever the client sends, the other follows.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Changing, Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';

/** The status values of a kind of node. */
interface Statuses {
  readonly open: number;
  readonly done: number;
}

/** Keeps a project's `status` 4 (closed) and `is_done` together. */
export const deriveProjectStatus: Rule<'projects'> = (change) => settle(change, { open: 2, done: 4 });

/** Keeps a task's `status` 2 (finished) and `is_done` together; a new task can be started unless it is done. */
export const deriveTaskStatus: Rule<'tasks'> = (change) => {
  settle(change, { open: 1, done: 2 });
  if (change.verb === 'create' && !change.given.has('is_startable')) {
    change.after.is_startable = change.after.is_done === 1 ? 0 : 1;
  }
};

/** A change of a node of either kind. */
interface Settling extends Pick<Change, 'verb' | 'given'> {
  readonly before: Settled | null;
  readonly after: Changing<Settled>;
}

type Settled = { readonly status: number | null; readonly is_done: number };

function settle(change: Settling, statuses: Statuses): void {
  if (change.verb === 'delete') return;
  const { after } = change;
  const byStatus = change.given.has('status') && differs(change, 'status');
  const byFlag = change.given.has('is_done') && differs(change, 'is_done');
  if (byStatus && byFlag && (after.status === statuses.done) !== (after.is_done === 1)) {
    const message = `status is ${after.status} and is_done is ${after.is_done}; status ${statuses.done} means done.`;
    throw new ApiError('contradiction', message, { field: 'status' });
  }
  if (byStatus && after.status !== null) after.is_done = after.status === statuses.done ? 1 : 0;
  else if (byFlag && after.is_done === 1) after.status = statuses.done;
  else if (byFlag && after.status === statuses.done) after.status = statuses.open;
  after.status ??= after.is_done === 1 ? statuses.done : statuses.open;
}
