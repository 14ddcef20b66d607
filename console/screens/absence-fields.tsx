// The fields of a request: days and parts of days, hours, who stands in. What was typed becomes a wish here.
import { computed } from '@preact/signals';
import type { CivilDate } from '../domain/civil.ts';
import type { AbsenceType, Person } from '../domain/rows.ts';
import { Field } from '../parts/field.tsx';
import type { AbsenceWish } from '../store/absences.ts';
import { who } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { words } from '../words/words.ts';

/** Days that are asked for. */
export interface Range {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/** What was typed so far. */
export interface Typed extends Range {
  readonly type: string;
  readonly halfFirst: boolean;
  readonly halfLast: boolean;
  readonly begin: string;
  readonly hours: string;
  readonly replacement: string;
  readonly comment: string;
}

const colleagues = computed(() =>
  [...stored('users').value.values()]
    .filter((person) => person.active !== 0 && person.id !== who.value?.user_id)
    .sort((a, b) => a.fullname.localeCompare(b.fullname)),
);

interface PartProps {
  readonly typed: Typed;
  readonly update: (part: Partial<Typed>) => void;
}

interface DaysProps extends PartProps {
  readonly type: AbsenceType | undefined;
  readonly errorAt: (...fields: readonly string[]) => string | null;
}

/** First and last day, and parts of them. */
export function Days({ typed, type, update, errorAt }: DaysProps) {
  const w = words.value.absences;
  const isOneDay = typed.from === typed.to;
  const setFrom = (from: string): void => update({ from, to: typed.to < from ? from : typed.to });
  return (
    <>
      <div class="pair">
        <Field name={w.from} error={errorAt('from_date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={typed.from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name={w.to} error={errorAt('to_date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={typed.to}
              onChange={(event) => update({ to: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      {type?.duration_unit === 'hs' ? (
        <div class="pair">
          <Field name={w.begin} error={errorAt('begin')}>
            {(control) => (
              <input
                {...control}
                type="time"
                onChange={(event) => update({ begin: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field name={w.duration} error={errorAt('duration')}>
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                onInput={(event) => update({ hours: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
      ) : (
        <div class="actions">
          <Tick
            name={isOneDay ? w.half : w.halfFirst}
            value={typed.halfFirst}
            onSet={(halfFirst) => update({ halfFirst })}
          />
          {!isOneDay && (
            <Tick name={w.halfLast} value={typed.halfLast} onSet={(halfLast) => update({ halfLast })} />
          )}
        </div>
      )}
    </>
  );
}

function Tick(props: {
  readonly name: string;
  readonly value: boolean;
  readonly onSet: (value: boolean) => void;
}) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={props.value}
        onChange={(event) => props.onSet(event.currentTarget.checked)}
      />
      {props.name}
    </label>
  );
}

/** Who stands in. */
export function Replacement({ typed, update, error }: PartProps & { readonly error: string | null }) {
  const w = words.value.absences;
  return (
    <Field name={w.replacement} error={error}>
      {(control) => (
        <select
          {...control}
          value={typed.replacement}
          onChange={(event) => update({ replacement: event.currentTarget.value })}
        >
          <option value="">{w.noPerson}</option>
          {colleagues.value.map((person: Person) => (
            <option key={person.id} value={String(person.id)}>
              {person.fullname}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The request that was typed. */
export function wishFrom(typed: Typed, type: AbsenceType): AbsenceWish {
  const isHours = type.duration_unit === 'hs';
  const isOneDay = typed.from === typed.to;
  return {
    type_id: type.absence_type_id,
    subtype_id: type.absence_subtype_id,
    from_date: typed.from,
    to_date: typed.to,
    ...(typed.halfFirst && !isHours ? { request_partial_begin_duration: 0.5 } : {}),
    ...(typed.halfLast && !isHours && !isOneDay ? { request_partial_end_duration: 0.5 } : {}),
    ...(isHours && typed.begin !== '' ? { begin: typed.begin } : {}),
    ...(isHours && typed.hours !== '' ? { duration: Number(typed.hours.replace(',', '.')) } : {}),
    ...(typed.replacement === '' ? {} : { replacement_user_id: Number(typed.replacement) }),
    ...(typed.comment.trim() === '' ? {} : { request_comment: typed.comment.trim() }),
  };
}
