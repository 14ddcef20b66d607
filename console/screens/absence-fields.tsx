// The fields of a request: days and parts of days, hours, who stands in. What was typed becomes a wish here.
import type { ComponentChildren } from 'preact';
import type { CivilDate } from '../domain/civil.ts';
import { parseDuration } from '../domain/duration.ts';
import { numberIn } from '../domain/number.ts';
import type { AbsenceType, Id } from '../domain/rows.ts';
import { SelectField, TextField } from '../parts/inputs.tsx';
import type { AbsenceWish } from '../store/absences.ts';
import { who } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { language, words } from '../words/words.ts';

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

/** All who can stand in for a person. */
const colleaguesOf = (person: Id | undefined) =>
  [...stored('users').value.values()]
    .filter(({ active, id }) => active !== 0 && id !== person)
    .map(({ id, fullname }) => ({ value: String(id), text: fullname }))
    .sort((a, b) => a.text.localeCompare(b.text));

interface PartProps {
  readonly typed: Typed;
  readonly update: (part: Partial<Typed>) => void;
}

interface DaysProps extends PartProps {
  readonly type: AbsenceType | undefined;
  readonly errorAt: (...fields: readonly string[]) => string | null;
  /** Stands below the days. */
  readonly children: ComponentChildren;
}

/** First and last day, and parts of them. */
export function Days({ typed, type, update, errorAt, children }: DaysProps) {
  const w = words.value.absences;
  const isOneDay = typed.from === typed.to;
  const setFrom = (from: string): void => update({ from, to: typed.to < from ? from : typed.to });
  return (
    <>
      <div class="pair">
        <TextField
          {...{ name: w.from, error: errorAt('from_date'), type: 'date', value: typed.from }}
          onText={setFrom}
        />
        <TextField
          {...{ name: w.to, error: errorAt('to_date'), type: 'date', value: typed.to }}
          onText={(to) => update({ to })}
        />
      </div>
      {children}
      {type?.duration_unit === 'hs' ? (
        <div class="pair">
          <TextField
            {...{ name: w.begin, error: errorAt('begin'), type: 'time', value: typed.begin }}
            onText={(begin) => update({ begin })}
          />
          <TextField
            {...{ name: w.duration, mode: 'decimal', value: typed.hours }}
            error={
              Number.isNaN(hoursOf(typed.hours))
                ? words.value.week.badDuration(typed.hours)
                : errorAt('duration')
            }
            onText={(hours) => update({ hours })}
          />
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

interface ReplacementProps extends PartProps {
  /** Who is away; without it one is oneself. */
  readonly person: Id | undefined;
  readonly error: string | null;
}

/** Who stands in. */
export function Replacement({ typed, update, person = who.value?.user_id, error }: ReplacementProps) {
  const w = words.value.absences;
  return (
    <SelectField
      {...{ name: w.replacement, error, value: typed.replacement }}
      options={[{ value: '', text: w.noPerson }, ...colleaguesOf(person)]}
      onPick={(replacement) => update({ replacement })}
    />
  );
}

/** Hours of a text such as `2,5` or `1:30`; not a number when it is none. Several days may have more than 24. */
function hoursOf(text: string): number {
  return numberIn(text, language.value) ?? Math.round((parseDuration(text) ?? NaN) / 0.6) / 100;
}

/** The request that was typed; `null`: its hours are no length of time. */
export function wishFrom(typed: Typed, type: AbsenceType): AbsenceWish | null {
  const isHours = type.duration_unit === 'hs';
  const hours = hoursOf(typed.hours);
  if (isHours && Number.isNaN(hours)) return null;
  const isOneDay = typed.from === typed.to;
  return {
    type_id: type.absence_type_id,
    subtype_id: type.absence_subtype_id,
    from_date: typed.from,
    to_date: typed.to,
    ...(typed.halfFirst && !isHours ? { request_partial_begin_duration: 0.5 } : {}),
    ...(typed.halfLast && !isHours && !isOneDay ? { request_partial_end_duration: 0.5 } : {}),
    ...(isHours && typed.begin !== '' ? { begin: typed.begin } : {}),
    ...(isHours && typed.hours.trim() !== '' ? { duration: hours } : {}),
    ...(typed.replacement === '' || type.enable_for_substitute_mode !== 1
      ? {}
      : { replacement_user_id: Number(typed.replacement) }),
    ...(typed.comment.trim() === '' ? {} : { request_comment: typed.comment.trim() }),
  };
}
