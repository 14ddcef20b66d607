// Who is told of requests about a person: those who lead them, or where nobody does, those who manage all people.
import type { View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { leadersOver } from '../sight/leaders.ts';
import { notify, type Notice } from './notify.ts';

/** Notifies everybody who leads the person, but not the person. */
export async function notifyDeciders(
  view: View,
  personId: number,
  notice: Omit<Notice, 'userId'>,
): Promise<void> {
  for (const userId of await decidersOf(personId, view)) await notify(view, { ...notice, userId });
}

async function decidersOf(personId: number, view: View): Promise<readonly number[]> {
  const person = await view.get('users', personId);
  const departmentId = person === undefined ? null : referenceIn(person, 'department_id');
  const department = departmentId === null ? undefined : await view.get('departments', departmentId);
  const leaders = [...(await leadersOver(department, view))].filter((id) => id !== personId);
  return leaders.length > 0 ? leaders : managersOfAll(personId, view);
}

async function managersOfAll(personId: number, view: View): Promise<readonly number[]> {
  const active = { column: 'active', is: '=', value: 1 } as const;
  for (const role of [
    { column: 'hr_manager', is: '=', value: 1 },
    { column: 'internal_user_group', is: '=', value: 1 },
  ] as const) {
    const ids = (await view.find('users', [role, active])).map((row) => row['id'] as number);
    const others = ids.filter((id) => id !== personId);
    if (others.length > 0) return others;
  }
  return [];
}
