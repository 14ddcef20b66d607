// permissionResolveEntities: for each question about rows that are about no person, on which of them somebody may do it.
import type { Scope } from '#resource/access.ts';
import type { Derive, Derivation, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { factId, questionBits, userBits, subjectIdOf } from './fact-id.ts';
import { questionScope } from './question-scope.ts';
import { questionsOfEntities, type Question } from './questions.ts';
import { wildcard } from './resolve-users.ts';
import { resourceNumber } from './served-resources.ts';

type Fact = Row<'permissionResolveEntities'>;

/** What is open to everybody: projects and tasks that are neither hidden nor restricted. */
const openToAll = 'open';

/** A row for each entity, which stands for all below it too, and one for each wildcard. */
export const resolveEntities: Derive = function* (from) {
  for (const subject of from.subjects)
    for (const question of questionsOfEntities) yield answer(from, { subject, question });
};

function answer(from: Derivation, part: { subject: Subject; question: Question }): readonly Fact[] {
  const { subject, question } = part;
  const scope = questionScope(subject.accessContext, from.resource(question.resource), question.action);
  if (scope === 'all') return [fact(part, { entity: null, star: wildcard })];
  const ids = namedIn(scope);
  // In the order of their ids, which is what portions of them need.
  return [
    ...(hasOpenRows(scope) ? [fact(part, { entity: null, star: openToAll })] : []),
    ...ids.map((entity) => fact(part, { entity, star: null })),
  ];
}

/** Ids that the scope names: of rows themselves, or of what lies above them. */
function namedIn(scope: Exclude<Scope, 'all'>): readonly number[] {
  const ids = scope
    .flat()
    .flatMap(({ column, oneOf, path }) => (column === 'id' || path === true ? oneOf : []));
  return [...new Set(ids.filter((id): id is number => typeof id === 'number'))].sort((a, b) => a - b);
}

function hasOpenRows(scope: Exclude<Scope, 'all'>): boolean {
  return scope.some((terms) => terms.every(({ column, path }) => column !== 'id' && path !== true));
}

function fact(
  { subject, question }: { subject: Subject; question: Question },
  { entity, star }: { entity: number | null; star: string | null },
): Fact {
  const subjectId = subjectIdOf(subject);
  const place = entity ?? (star === openToAll ? 1 : 0);
  return {
    id: factId(
      [subjectId, userBits],
      [question.id, questionBits],
      [entity === null ? 0 : 1, 1],
      [place, userBits],
    ),
    resolve_question_id: question.id,
    subject_user_id: subjectId,
    resource_id: resourceNumber(question.resource),
    resolve_entity_id: entity,
    resolve_entity_wildcard: star,
    updated: subject.changedAt,
  };
}
