// permissionResolveAbsenceTypes and …AbsenceTypesAndUsers: which absences a person may enter and decide, and for whom.
// The rules of absences ask the same function (absences/absence-reach.ts).
import type { Derivation, Derive, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { absenceReach, isAmong, type People } from '../absences/absence-reach.ts';
import { factId, subjectIdOf } from './fact-id.ts';
import { questionsOfAbsenceTypes, type Question } from './questions.ts';
import { wildcard } from './resolve-users.ts';

/** A type is told by its absence_type_id, 1 to 4, and its absence_subtype_id, 0 to 1,023. */
const bits = { user: 20, kind: 2, subtype: 10 } as const;
/** The two questions about absences are told apart by one bit. */
const questionBit = 1;

type AbsenceType = Row<'absenceTypes'>;

interface Answer {
  readonly subject: Subject;
  readonly question: Question;
  readonly type: AbsenceType;
  readonly people: People;
  readonly updated: number;
}

/** The types that a person may enter or decide for anybody at all. */
export const resolveAbsenceTypes: Derive = async function* (from) {
  for (const { people, subject, question, type, updated } of answers(from, await typesInOrder(from))) {
    if (!reachesAnybody(people, from.users)) continue;
    const subjectId = subjectIdOf(subject);
    yield [
      { id: factId(...parts(subjectId, question, type)), ...common({ subjectId, question, type }), updated },
    ];
  }
};

/** The people for whom they may, type by type; one row for everyone where there is no exception. */
export const resolveAbsenceTypesAndUsers: Derive = async function* (from) {
  for (const answer of answers(from, await typesInOrder(from))) {
    const { people } = answer;
    if (people.among === 'all' && people.except.length === 0) {
      yield [fact(answer, null, answer.updated)];
      continue;
    }
    yield from.users
      .filter((row) => isAmong(people, row.id))
      .map((row) => row.id)
      .map((userId) => fact(answer, userId, Math.max(answer.updated, from.stampOf(userId))));
  }
};

/** In the order of the ids of facts about them. */
async function typesInOrder({ find }: Derivation): Promise<readonly AbsenceType[]> {
  const place = (type: AbsenceType): number =>
    type.absence_type_id * 2 ** bits.subtype + type.absence_subtype_id;
  return (await find('absenceTypes', [])).toSorted((a, b) => place(a) - place(b));
}

function* answers(
  { subjects, administrators }: Derivation,
  types: readonly AbsenceType[],
): Generator<Answer> {
  for (const subject of subjects) {
    const onlyAdministrator = administrators.every((id) => id === subject.accessContext.userId);
    const reached = types.map((type) => ({
      type,
      reach: absenceReach(subject.accessContext, type, { onlyAdministrator }),
      updated: Math.max(subject.changedAt, type.updated ?? 0),
    }));
    for (const question of questionsOfAbsenceTypes) {
      for (const { type, reach, updated } of reached) {
        const people = question.action === 'create' ? reach.enter : reach.decide;
        yield { subject, question, type, people, updated };
      }
    }
  }
}

function fact(
  { subject, question, type }: Answer,
  userId: number | null,
  updated: number,
): Row<'permissionResolveAbsenceTypesAndUsers'> {
  const subjectId = subjectIdOf(subject);
  return {
    id: factId(...parts(subjectId, question, type), [userId ?? 0, bits.user]),
    ...common({ subjectId, question, type }),
    resolve_user_id: userId,
    resolve_user_wildcard: userId === null ? wildcard : null,
    inherited_user_ids: null,
    updated,
  };
}

function parts(
  subjectId: number,
  question: Question,
  type: AbsenceType,
): readonly (readonly [number, number])[] {
  return [
    [subjectId, bits.user],
    [questionsOfAbsenceTypes.indexOf(question), questionBit],
    [type.absence_type_id - 1, bits.kind],
    [type.absence_subtype_id, bits.subtype],
  ];
}

function common(part: { subjectId: number; question: Question; type: AbsenceType }) {
  return {
    resolve_question_id: part.question.id,
    subject_user_id: part.subjectId,
    resolve_absence_type_id: part.type.absence_type_id,
    resolve_absence_subtype_id: part.type.absence_subtype_id,
    resolve_absence_type_wildcard: null,
    resolve_absence_subtype_wildcard: null,
  };
}

function reachesAnybody({ among, except }: People, users: Derivation['users']): boolean {
  if (among === 'all') return users.length > except.length;
  return among.some((id) => !except.includes(id));
}
