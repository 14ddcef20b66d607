// Who leads people by leading departments: those that stand above them in the tree.
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';

type Department = Row<'departments'>;

/** Active supervisors and assistants of a department and of those above it; the department as this row says. */
export function leadersOver(department: Department | undefined, view: View): ReadonlySet<number> {
  const leaders = new Set<number>();
  for (const row of departmentsUpwards(department, view)) {
    for (const column of ['supervisor_id', 'supervisor_assistant_id'] as const) {
      const leader = referenceIn(row, column);
      if (leader !== null && isActive(leader, view)) leaders.add(leader);
    }
  }
  return leaders;
}

/** Who is not active cannot log in to decide. */
function isActive(userId: number, view: View): boolean {
  return view.get('users', userId)?.active === 1;
}

/** In whose place somebody leads a person: the supervisor whose assistant they are; `null` when they lead by themselves. */
export function substitutedLeader(leaderId: number, personId: number, view: View): number | null {
  const person = view.get('users', personId);
  const departmentId = person === undefined ? null : referenceIn(person, 'department_id');
  if (departmentId === null) return null;
  const above = departmentsUpwards(view.get('departments', departmentId), view);
  const led = above.find((row) => [row.supervisor_id, row.supervisor_assistant_id].includes(leaderId));
  return led === undefined || led.supervisor_id === leaderId ? null : referenceIn(led, 'supervisor_id');
}

function departmentsUpwards(department: Department | undefined, view: View): readonly Department[] {
  const passed = new Map<number, Department>();
  for (let next = department; next !== undefined && !passed.has(next.id); next = motherOf(next, view)) {
    passed.set(next.id, next);
  }
  return [...passed.values()];
}

/** Users of a department and of all below it. */
export function peopleBelow(departmentId: number, view: View): readonly number[] {
  const value = departmentsBelow(departmentId, view);
  const people = view.find('users', [{ column: 'department_id', is: 'in', value }]);
  return people.map((row) => row.id);
}

/** The department itself and all below it. */
export function departmentsBelow(departmentId: number, view: View): readonly number[] {
  const departments = new Set([departmentId]);
  for (let last: readonly number[] = [departmentId]; last.length > 0;) {
    const children = view.find('departments', [{ column: 'mother_id', is: 'in', value: last }]);
    last = children.map((row) => row.id).filter((id) => !departments.has(id));
    for (const id of last) departments.add(id);
  }
  return [...departments];
}

function motherOf(department: Department, view: View): Department | undefined {
  const motherId = referenceIn(department, 'mother_id');
  return motherId === null ? undefined : view.get('departments', motherId);
}
