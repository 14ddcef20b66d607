// Who is told of requests about a person: those who lead them, or where nobody does, those who manage all people; and others
// who decide.
import type { View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { leadersOver } from '../sight/leaders.ts';
import { notify, type Notice } from './notify.ts';

/** Whom something is about, and who asks for it, if that is somebody else: neither of them decides. */
export interface Asked {
  readonly personId: number;
  readonly askerId?: number;
  /** Active people who may decide though they do not lead the person. */
  readonly others?: readonly number[];
}

/** Notifies everybody who leads the person and the others, each once, but neither the person nor who asks. */
export async function notifyDeciders(
  view: View,
  asked: Asked,
  notice: Omit<Notice, 'userId'>,
): Promise<void> {
  for (const userId of await decidersOf(asked, view)) await notify(view, { ...notice, userId });
}

/** Ids of those who are told: everybody who leads the person and the others, each once. */
export async function decidersOf(
  { personId, askerId = personId, others = [] }: Asked,
  view: View,
): Promise<ReadonlySet<number>> {
  const person = await view.get('users', personId);
  const departmentId = person === undefined ? null : referenceIn(person, 'department_id');
  const department = departmentId === null ? undefined : await view.get('departments', departmentId);
  const asking = [personId, askerId];
  const leaders = [...(await leadersOver(department, view))].filter((id) => !asking.includes(id));
  const told = leaders.length > 0 ? leaders : await managersOfAll(asking, view);
  return new Set([...told, ...others.filter((id) => !asking.includes(id))]);
}

async function managersOfAll(asking: readonly number[], view: View): Promise<readonly number[]> {
  const active = { column: 'active', is: '=', value: 1 } as const;
  for (const role of [
    { column: 'hr_manager', is: '=', value: 1 },
    { column: 'internal_user_group', is: '=', value: 1 },
  ] as const) {
    const ids = (await view.find('users', [role, active])).map((row) => row.id);
    const others = ids.filter((id) => !asking.includes(id));
    if (others.length > 0) return others;
  }
  return [];
}
