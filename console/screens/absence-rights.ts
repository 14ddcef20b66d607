// The viewer's rights to enter and decide absences, by person and type, as the server answers them.
import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { Absence, AbsenceType, Id } from '../domain/rows.ts';
import { reading, type Query } from '../store/readings.ts';
import { reachesOthers, who } from '../store/session.ts';
import { syncState } from '../store/sync.ts';
import { stored } from '../store/tables.ts';
import { offeredTypes } from './day-off.ts';
import { decides } from './inbox-rows.ts';
import { useReading } from './use-reading.ts';

/** The questions; the server's numbers of them hold for ever. */
const questions = { enter: 30, decide: 31 } as const;

const facts = reading<{
  readonly resolve_question_id: number;
  readonly resolve_absence_type_id: number;
  readonly resolve_absence_subtype_id: number;
  readonly resolve_user_id: Id | null;
}>('absence.rights');
/** Of the people who wait for a decision. */
export const inboxFacts: typeof facts = reading('inbox.rights');
const address = 'permissionResolveAbsenceTypesAndUsers';
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
  useReading(patient, address, () => {
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
  { rows } = facts,
): boolean {
  return (rows.value ?? []).some(
    (fact) =>
      fact.resolve_question_id === questions[verb] &&
      fact.resolve_absence_type_id === type.absence_type_id &&
      fact.resolve_absence_subtype_id === type.absence_subtype_id &&
      (fact.resolve_user_id ?? person) === person,
  );
}

/** Whether the viewer may decide an absence, or cancel it, also when it has begun. */
export function mayDecide({ user_id, type_id, subtype_id, status }: Absence, of = facts): boolean {
  const type = { absence_type_id: type_id, absence_subtype_id: subtype_id };
  return status !== 2 && status !== 3 && mayAbout('decide', user_id, type, of);
}

/** Types that the viewer may enter for a person. Of their own those open to requests are taken until the server has told which. */
export function typesFor(person: Id = who.value?.user_id ?? 0): readonly AbsenceType[] {
  const isGuess = facts.rows.value === null && person === who.value?.user_id;
  const isOffered = (type: AbsenceType) =>
    isGuess ? type.enabled_for_requests === 1 : mayAbout('enter', person, type);
  return offeredTypes().filter(isOffered);
}

/** Open requests of others, some of which the viewer may decide: the server is asked each time that absences have changed. */
export const openOfOthers: ReadonlySignal<readonly Absence[]> = computed(() =>
  [...stored('absences').value.values()].filter(
    (row) => row.status === 0 && row.user_id !== who.value?.user_id && reachesOthers('approveAbsences'),
  ),
);

let isFollowing = false;

/** From now on, keeps what the server says of the requests that the person decides, for the inbox and its count. */
export function followInboxRights(): void {
  if (isFollowing) return;
  isFollowing = true;
  decides.value = (row) => mayDecide(row, inboxFacts);
  effect(() => {
    const people = new Set(openOfOthers.value.map((row) => row.user_id));
    if (people.size === 0 || syncState.value !== 'fresh') return;
    const about = { subject_user_id: who.peek()?.user_id ?? 0, resolve_question_id: questions.decide };
    const some = { resolve_user_id: `${[...people].join('|')}|`, _op__resolve_user_id: 'in' };
    // An address has room for some hundred people.
    const query = people.size > 500 ? about : { ...about, ...some };
    untracked(() => void inboxFacts.load(address, query, { isBackground: true, isPatient: true }));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void inboxFacts.refresh();
  });
}
