// The viewer's rights to enter and decide absences, by person and type, as the server answers them.
import type { AbsenceType, Id } from '../domain/rows.ts';
import { reading, type Query } from '../store/readings.ts';
import { reachesOthers, who } from '../store/session.ts';
import { syncState } from '../store/sync.ts';
import { offeredTypes } from './day-off.ts';
import { useReading } from './use-reading.ts';

/** The questions; the server's numbers of them hold for ever. */
const questions = { enter: 30, decide: 31 } as const;

const facts = reading<{
  readonly resolve_question_id: number;
  readonly resolve_absence_type_id: number;
  readonly resolve_absence_subtype_id: number;
  readonly resolve_user_id: Id | null;
}>('absence.rights');

let timer: ReturnType<typeof setTimeout> | undefined;

/** A viewer who walks over many people by keys asks about the last one only. */
const patient = {
  refresh: facts.refresh,
  async load(resource: string, query: Query): Promise<void> {
    clearTimeout(timer);
    timer = setTimeout(() => void facts.load(resource, query), 150);
  },
};

/** Reads the rights about a person and about oneself; the component that uses it has the person's id as its key. */
export function useAbsenceRights(person: Id): void {
  useReading(patient, 'permissionResolveAbsenceTypesAndUsers', () => {
    const me = who.value?.user_id ?? 0;
    const isOfUse = person === me || reachesOthers('createAbsences') || reachesOthers('approveAbsences');
    // A page that began without connection asks when the server is there.
    if (!isOfUse || syncState.value !== 'fresh') return null;
    // An answer about everyone names no person.
    return { subject_user_id: me, resolve_user_id: `${person}|${me}|`, _op__resolve_user_id: 'in' };
  });
}

/** Whether the viewer may enter, or decide, absences of a type for a person; `false` until it was read. */
export function mayAbout(
  verb: keyof typeof questions,
  person: Id,
  type: Pick<AbsenceType, 'absence_type_id' | 'absence_subtype_id'>,
): boolean {
  return (facts.rows.value ?? []).some(
    (fact) =>
      fact.resolve_question_id === questions[verb] &&
      fact.resolve_absence_type_id === type.absence_type_id &&
      fact.resolve_absence_subtype_id === type.absence_subtype_id &&
      (fact.resolve_user_id ?? person) === person,
  );
}

/** Types that the viewer may enter for a person. Of their own those open to requests are taken until the server has told which. */
export function typesFor(person: Id = who.value?.user_id ?? 0): readonly AbsenceType[] {
  const isGuess = facts.rows.value === null && person === who.value?.user_id;
  return offeredTypes().filter((type) =>
    isGuess ? type.enabled_for_requests === 1 : mayAbout('enter', person, type),
  );
}
