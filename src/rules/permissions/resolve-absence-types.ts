// permissionResolveAbsenceTypes and …AbsenceTypesAndUsers: which absences a person may enter and decide, and for whom.
// The rules of absences ask the same function (absences/absence-reach.ts).
import type { Derivation, Derive, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { absenceReach, isAmong, type People } from '../absences/absence-reach.ts';
import { factId } from './fact-id.ts';
import { questionsOfAbsenceTypes, type Question } from './questions.ts';
import { wildcard } from './resolve-users.ts';

/** A type is told by its absence_type_id, 1 to 4, and its absence_subtype_id, 0 to 1,023. */
const bits = { user: 20, kind: 2, subtype: 10 } as const;
/** The two questions about absences are told apart by one bit. */
const questionBit = 1;

interface Answer {
  readonly subject: Subject;
  readonly question: Question;
  readonly type: Row;
  readonly people: People;
  readonly updated: number;
}

/** The types that a person may enter or decide for anybody at all. */
export const resolveAbsenceTypes: Derive = async (from) => {
  const types = await from.find('absenceTypes', []);
  return answers(from, types)
    .filter(({ people }) => reachesAnybody(people, from.users))
    .map(({ subject, question, type, updated }) => {
      const subjectId = subject.sight.userId as number;
      return {
        id: factId(...parts(subjectId, question, type)),
        ...common({ subjectId, question, type }),
        updated,
      };
    });
};

/** The people for whom they may, type by type; one row for everyone where there is no exception. */
export const resolveAbsenceTypesAndUsers: Derive = async (from) => {
  const types = await from.find('absenceTypes', []);
  return answers(from, types).flatMap((answer) => {
    const { people } = answer;
    if (people.among === 'all' && people.except.length === 0) return [fact(answer, null, answer.updated)];
    return from.users
      .filter((row) => isAmong(people, row['id'] as number))
      .map((row) => row['id'] as number)
      .map((userId) => fact(answer, userId, Math.max(answer.updated, from.stampOf(userId))));
  });
};

function answers({ subjects, administrators }: Derivation, types: readonly Row[]): readonly Answer[] {
  return subjects.flatMap((subject) => {
    const onlyAdministrator = administrators.every((id) => id === subject.sight.userId);
    return types.flatMap((type) => {
      const reach = absenceReach(subject.sight, type, { onlyAdministrator });
      const updated = Math.max(subject.changedAt, type['updated'] as number);
      return questionsOfAbsenceTypes.map((question) => {
        const people = question.action === 'create' ? reach.enter : reach.decide;
        return { subject, question, type, people, updated };
      });
    });
  });
}

function fact({ subject, question, type }: Answer, userId: number | null, updated: number): Row {
  const subjectId = subject.sight.userId as number;
  return {
    id: factId(...parts(subjectId, question, type), [userId ?? 0, bits.user]),
    ...common({ subjectId, question, type }),
    resolve_user_id: userId,
    resolve_user_wildcard: userId === null ? wildcard : null,
    inherited_user_ids: null,
    updated,
  };
}

function parts(subjectId: number, question: Question, type: Row): readonly (readonly [number, number])[] {
  return [
    [subjectId, bits.user],
    [questionsOfAbsenceTypes.indexOf(question), questionBit],
    [(type['absence_type_id'] as number) - 1, bits.kind],
    [type['absence_subtype_id'] as number, bits.subtype],
  ];
}

function common(part: { subjectId: number; question: Question; type: Row }): Row {
  return {
    resolve_question_id: part.question.id,
    subject_user_id: part.subjectId,
    resolve_absence_type_id: part.type['absence_type_id'] ?? null,
    resolve_absence_subtype_id: part.type['absence_subtype_id'] ?? null,
    resolve_absence_type_wildcard: null,
    resolve_absence_subtype_wildcard: null,
  };
}

function reachesAnybody({ among, except }: People, users: readonly Row[]): boolean {
  if (among === 'all') return users.length > except.length;
  return among.some((id) => !except.includes(id));
}
