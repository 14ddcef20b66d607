// permissionResolveDepartments: for each question and person, the departments in which they may do it on everybody's
// rows, whoever works there now or later.
import { inScope, type GrantedRight, type AccessContext } from '#resource/access.ts';
import type { Derive, Derivation, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { factId, questionBits, userBits, subjectIdOf } from './fact-id.ts';
import { questionScope } from './question-scope.ts';
import { questionsOfDepartments, type Question } from './questions.ts';
import { wildcard } from './resolve-users.ts';

type Fact = Row<'permissionResolveDepartments'>;

/** Stands for somebody who comes to work in a department. */
const newcomer = 0;
const employeeGroup = 2;

/** The answers, a row for each department, or one for all. */
export const resolveDepartments: Derive = async function* (from) {
  const departments = (await from.find('departments', [])).toSorted((one, other) => one.id - other.id);
  for (const subject of from.subjects)
    for (const question of questionsOfDepartments) yield answer(from, { subject, question, departments });
};

function answer(
  from: Derivation,
  part: { subject: Subject; question: Question; departments: readonly Row<'departments'>[] },
): readonly Fact[] {
  const { subject, question, departments } = part;
  const resource = from.resource(question.resource);
  if (questionScope(subject.accessContext, resource, question.action) === 'all') return [fact(part, null)];
  const { person, department } = resource.access.about ?? {};
  return departments
    .filter((row) => {
      const departmentId = row.id;
      const scope = questionScope(
        withNewcomer(subject.accessContext, departmentId),
        resource,
        question.action,
      );
      return inScope(scope, {
        internal_user_group: employeeGroup,
        ...(department === undefined ? {} : { [department]: departmentId }),
        ...(person === undefined ? {} : { [person]: newcomer }),
      });
    })
    .map((row) => fact(part, row));
}

/** The access context as it would be if a new user worked in the department. */
function withNewcomer(accessContext: AccessContext, departmentId: number): AccessContext {
  const joined = (people: readonly number[], departments: readonly number[]): readonly number[] =>
    departments.includes(departmentId) ? [...people, newcomer] : people;
  const grants = accessContext.grants.map((grant): GrantedRight => {
    if (grant.people === 'all' || grant.departments === 'all') return grant;
    return { ...grant, people: joined(grant.people, grant.departments) };
  });
  return { ...accessContext, people: joined(accessContext.people, accessContext.departments), grants };
}

function fact(
  { subject, question }: { subject: Subject; question: Question },
  department: Row<'departments'> | null,
): Fact {
  const subjectId = subjectIdOf(subject);
  const departmentId = department?.id ?? null;
  return {
    id: factId([subjectId, userBits], [question.id, questionBits], [departmentId ?? 0, userBits]),
    resolve_question_id: question.id,
    subject_user_id: subjectId,
    resolve_department_id: departmentId,
    resolve_department_wildcard: departmentId === null ? wildcard : null,
    updated: Math.max(subject.changedAt, department?.data_changed ?? 0),
  };
}
