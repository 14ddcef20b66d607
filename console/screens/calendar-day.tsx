// The day that is chosen in Team calendar: the meaning of its mark, and absences that the viewer enters or cancels for the person.
import { useEffect } from 'preact/hooks';
import type { CivilDate } from '../domain/civil.ts';
import type { Absence, AbsenceDay, Person } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { readSummary } from '../store/absences.ts';
import { viewOf } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { awayWords } from '../words/away-words.ts';
import { dayLong, language, words } from '../words/words.ts';
import { AbsenceForm } from './absence-form.tsx';
import { mayDecide, typesFor, useAbsenceRights } from './absence-rights.ts';
import { absenceType } from './day-off.ts';
import { mayTakeBack, takeBack } from './take-back.ts';

const absences = viewOf('absences');

interface DayProps {
  /** Its id is the key of the component as well. */
  readonly person: Person;
  readonly date: CivilDate;
  readonly day: AbsenceDay | undefined;
  /** The meaning of the mark; `undefined` without one. */
  readonly label: string | undefined;
  /** Whether an absence is being entered. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  /** Something was written. */
  readonly onDone: () => Promise<void>;
}

/** Shows the line, if there is something to say or to do, and the form. */
export function CalendarDay({ person, date, day, label, isAsking, onAsk, onDone }: DayProps) {
  useAbsenceRights(person.id);
  const w = words.value;
  const isOwn = person.id === who.value?.user_id;
  const types = typesFor(person.id);
  const canEnter = types.length > 0;
  const absence = absences.value.get(day?.request_id ?? 0);
  const canCancel = absence !== undefined && (isOwn ? mayTakeBack(absence) : mayDecide(absence));
  const isOpen = isAsking && canEnter;
  useEffect(() => {
    if (isOpen) void readSummary(person.id);
  }, [isOpen]);
  if (label === undefined && !canEnter) return null;
  const { enter } = awayWords[language.value];
  const said = `${person.fullname}, ${dayLong(date)}${label === undefined ? '' : `: ${label}`}`;
  const cancel = async (row: Absence): Promise<void> => {
    // The button goes: the keyboard walks on from the day.
    document.querySelector<HTMLElement>('.day-grid [data-cell][tabindex="0"]')?.focus();
    const name = absenceType(row.type_id, row.subtype_id)?.name_const ?? w.week.absence;
    await takeBack(row, isOwn ? name : `${name}, ${person.fullname}`);
    await onDone();
  };
  return (
    <>
      <div class="actions no-print" role="group" aria-label={said} aria-hidden={!canEnter && !canCancel}>
        {/* Fingers have no pointer that rests on a mark. */}
        <p aria-hidden="true">{said}</p>
        {canEnter && <Button onClick={() => onAsk(true)}>{isOwn ? w.absences.request : enter}</Button>}
        {canCancel && (
          <Button onClick={() => void cancel(absence)}>
            {isOwn && absence.status !== 1 ? w.absences.cancel : w.absences.cancelGranted}
          </Button>
        )}
      </div>
      {isOpen && (
        <AbsenceForm
          range={{ from: date, to: date }}
          entered={
            isOwn
              ? undefined
              : { person: person.id, fullname: person.fullname, types, title: `${enter}: ${person.fullname}` }
          }
          onDone={() => void onDone()}
          onClose={() => onAsk(false)}
        />
      )}
    </>
  );
}
