// permissionResolveUsers: for each question and person, the people on whose rows they may do it.
import { inScope, type Scope } from '#resource/access.ts';
import type { Derive, Derivation, Resource, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { factId, questionBits, userBits, subjectIdOf } from './fact-id.ts';
import { questionScope } from './question-scope.ts';
import { questionsOfPeople, type Question } from './questions.ts';

type Fact = Row<'permissionResolveUsers'>;

/** Everyone. */
export const wildcard = '*';

/** The answers, a row for each person, or one for everyone. */
export const resolveUsers: Derive = function* (from) {
  const known = new Set(from.users.map((row) => row.id));
  for (const subject of from.subjects)
    for (const question of questionsOfPeople) yield answer(from, { subject, question, known });
};

function answer(
  from: Derivation,
  part: { subject: Subject; question: Question; known: ReadonlySet<number> },
): readonly Fact[] {
  const { subject, question, known } = part;
  const resource = from.resource(question.resource);
  if (question.action === 'create' && resource.name === 'users') return []; // about nobody who is there yet
  const scope = questionScope(subject.accessContext, resource, question.action);
  const self = decidesAboutThemselves(from, part) ? null : subject.accessContext.userId;
  if (scope === 'all' && self === null) return [fact(part, { userId: null, updated: subject.changedAt })];
  return (scope === 'all' ? [...known] : peopleIn(scope, resource, from.users))
    .filter((userId) => known.has(userId) && userId !== self)
    .sort((a, b) => a - b)
    .map((userId) => fact(part, { userId, updated: Math.max(from.stampOf(userId), subject.changedAt) }));
}

/** Whether the question may be about the subject, too: another administrator would have to answer it for them. */
function decidesAboutThemselves(
  { administrators }: Derivation,
  { subject, question }: { subject: Subject; question: Question },
): boolean {
  if (question.resource !== 'holidayAdjustment') return true;
  return administrators.length === 1 && administrators[0] === subject.accessContext.userId;
}

function fact(
  { subject, question }: { subject: Subject; question: Question },
  { userId, updated }: { userId: number | null; updated: number },
): Fact {
  const subjectId = subjectIdOf(subject);
  return {
    id: factId([subjectId, userBits], [question.id, questionBits], [userId ?? 0, userBits]),
    resolve_question_id: question.id,
    subject_user_id: subjectId,
    resolve_user_id: userId,
    resolve_user_wildcard: userId === null ? wildcard : null,
    inherited_user_ids: null,
    updated,
  };
}

/** People about whom the scope has rows; of people themselves, those whose row lies in it. */
function peopleIn(
  scope: Exclude<Scope, 'all'>,
  resource: Resource,
  users: Derivation['users'],
): readonly number[] {
  if (resource.name === 'users') {
    return users.filter((row) => inScope(scope, row)).map((row) => row.id);
  }
  const person = resource.access.about?.person;
  const ids = scope.flatMap((terms) => {
    const [only, ...more] = terms;
    return only !== undefined && more.length === 0 && only.column === person ? only.oneOf : [];
  });
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}
