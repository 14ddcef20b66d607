// Who is told of requests about a person: those who lead them, or where nobody does, those who manage all people; and others
// who decide.
import type { View } from '#resource/rule.ts';
import { employedUntil } from '#values/employment.ts';
import { referenceIn } from '../change.ts';
import { leadersOver } from '../access/leaders.ts';
import { notify, type Notice } from './notify.ts';

/** Whom something is about, and who asks for it, if that is somebody else: neither of them decides. */
export interface Asked {
  readonly personId: number;
  readonly askerId?: number;
  /** Active people who may decide though they do not lead the person. */
  readonly others?: readonly number[];
}

/** Notifies everybody who leads the person and the others, each once, but neither the person nor who asks. */
export function notifyDeciders(view: View, asked: Asked, notice: Omit<Notice, 'userId'>): void {
  for (const userId of decidersOf(asked, notice.now, view)) notify(view, { ...notice, userId });
}

/**
 * Ids of those who are told: everybody who leads the person and the others, each once. Those who have left by `now` (epoch
 * seconds) decide nothing.
 */
export function decidersOf(
  { personId, askerId = personId, others = [] }: Asked,
  now: number,
  view: View,
): ReadonlySet<number> {
  const person = view.get('users', personId);
  const departmentId = person === undefined ? null : referenceIn(person, 'department_id');
  const department = departmentId === null ? undefined : view.get('departments', departmentId);
  const deciding = (ids: Iterable<number>): readonly number[] =>
    whoMayDecide([...ids], { asking: [personId, askerId], now, view });
  const leaders = deciding(leadersOver(department, view));
  const told = leaders.length > 0 ? leaders : managersOfAll(deciding, view);
  return new Set([...told, ...deciding(others)]);
}

type Deciding = (ids: Iterable<number>) => readonly number[];

/** Who of these is employed, and asks for nothing here. */
function whoMayDecide(
  ids: readonly number[],
  { asking, now, view }: { readonly asking: readonly number[]; readonly now: number; readonly view: View },
): readonly number[] {
  if (ids.length === 0) return [];
  const users = view.find('users', [{ column: 'id', is: 'in', value: ids }]);
  const present = users.filter((user) => (employedUntil(user, now) ?? Infinity) > now).map(({ id }) => id);
  return ids.filter((id) => present.includes(id) && !asking.includes(id));
}

function managersOfAll(deciding: Deciding, view: View): readonly number[] {
  const active = { column: 'active', is: '=', value: 1 } as const;
  for (const role of [
    { column: 'hr_manager', is: '=', value: 1 },
    { column: 'internal_user_group', is: '=', value: 1 },
  ] as const) {
    const ids = deciding(view.find('users', [role, active]).map((row) => row.id));
    if (ids.length > 0) return ids;
  }
  return [];
}
