// Who leads people by leading departments: those that stand above them in the tree.
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';

type Department = Row<'departments'>;

/** Active supervisors and assistants of a department and of those above it; the department as this row says. */
export async function leadersOver(
  department: Department | undefined,
  view: View,
): Promise<ReadonlySet<number>> {
  const leaders = new Set<number>();
  for (const row of await departmentsUpwards(department, view)) {
    for (const column of ['supervisor_id', 'supervisor_assistant_id'] as const) {
      const leader = referenceIn(row, column);
      if (leader !== null && (await isActive(leader, view))) leaders.add(leader);
    }
  }
  return leaders;
}

/** Who is not active cannot log in to decide. */
async function isActive(userId: number, view: View): Promise<boolean> {
  return (await view.get('users', userId))?.active === 1;
}

/** In whose place somebody leads a person: the supervisor whose assistant they are; `null` when they lead by themselves. */
export async function substitutedLeader(
  leaderId: number,
  personId: number,
  view: View,
): Promise<number | null> {
  const person = await view.get('users', personId);
  const departmentId = person === undefined ? null : referenceIn(person, 'department_id');
  if (departmentId === null) return null;
  const above = await departmentsUpwards(await view.get('departments', departmentId), view);
  const led = above.find((row) => [row.supervisor_id, row.supervisor_assistant_id].includes(leaderId));
  return led === undefined || led.supervisor_id === leaderId ? null : referenceIn(led, 'supervisor_id');
}

async function departmentsUpwards(
  department: Department | undefined,
  view: View,
): Promise<readonly Department[]> {
  const passed = new Map<number, Department>();
  for (let next = department; next !== undefined && !passed.has(next.id); next = await motherOf(next, view)) {
    passed.set(next.id, next);
  }
  return [...passed.values()];
}

/** Users of a department and of all below it. */
export async function peopleBelow(departmentId: number, view: View): Promise<readonly number[]> {
  const value = await departmentsBelow(departmentId, view);
  const people = await view.find('users', [{ column: 'department_id', is: 'in', value }]);
  return people.map((row) => row.id);
}

/** The department itself and all below it. */
export async function departmentsBelow(departmentId: number, view: View): Promise<readonly number[]> {
  const departments = new Set([departmentId]);
  for (let last: readonly number[] = [departmentId]; last.length > 0;) {
    const children = await view.find('departments', [{ column: 'mother_id', is: 'in', value: last }]);
    last = children.map((row) => row.id).filter((id) => !departments.has(id));
    for (const id of last) departments.add(id);
  }
  return [...departments];
}

async function motherOf(department: Department, view: View): Promise<Department | undefined> {
  const motherId = referenceIn(department, 'mother_id');
  return motherId === null ? undefined : view.get('departments', motherId);
}
