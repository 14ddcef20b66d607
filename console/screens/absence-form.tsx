// Asking for an absence: type and days, and at once what they cost and what is left then.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AbsenceType } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, focusFirstError, Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { priceOf, requestAbsence, summaries, type AbsenceWish, type Price } from '../store/absences.ts';
import type { Refusal } from '../store/http.ts';
import { who } from '../store/session.ts';
import { note } from '../store/undo.ts';
import { amount, dateRange, words } from '../words/words.ts';
import { Days, Replacement, wishFrom, type Range, type Typed } from './absence-fields.tsx';
import { absenceTypes } from './day-off.ts';

const patience = 250;

/** Fields whose refusals are shown beside them. */
const known = [
  'type_id',
  'from_date',
  'to_date',
  'begin',
  'duration',
  'replacement_user_id',
  'request_comment',
];

/** Shows the form. */
export function AbsenceForm({ range, onClose }: { readonly range: Range; readonly onClose: () => void }) {
  const w = words.value;
  const types = absenceTypes().filter(
    (type) => type.show_in_selection === 1 && type.enabled_for_requests === 1,
  );
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({
    ...range,
    type: String(types[0]?.id ?? ''),
    halfFirst: false,
    halfLast: false,
    begin: '',
    hours: '',
    replacement: '',
    comment: '',
  });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isMissing, setMissing] = useState(false);
  const type = types.find((one) => String(one.id) === typed.type);
  const wish = type === undefined ? null : wishFrom(typed, type);
  const price = usePrice(wish, () => setRefusal(null));
  const shown = refusal ?? (price?.kind === 'refused' ? price.refusal : null);
  const update = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const submit = async (): Promise<void> => {
    if (wish === null || type === undefined) return;
    if (type.comment_is_mandatory === 1 && typed.comment.trim() === '') {
      setMissing(true);
      return focusFirstError(form);
    }
    const verdict = await requestAbsence(wish);
    if (verdict.refusal === null) {
      note(
        { kind: 'requested', subject: type.name_const, detail: dateRange(typed.from, typed.to) },
        verdict.undo,
      );
      return onClose();
    }
    setRefusal(verdict.refusal);
    focusFirstError(form);
  };
  const errorAt = (...fields: readonly string[]): string | null =>
    shown !== null && fields.includes(shown.field ?? '') ? refusalText(shown) : null;
  return (
    <Dialog title={w.absences.request} closeLabel={w.general.close} onClose={onClose}>
      <form
        ref={form}
        class="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field name={w.absences.type} error={errorAt('type_id', 'subtype_id')}>
          {(control) => (
            <select
              {...control}
              value={typed.type}
              onChange={(event) => update({ type: event.currentTarget.value })}
            >
              {types.map((one) => (
                <option key={one.id} value={String(one.id)}>
                  {one.name_const}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Days typed={typed} type={type} update={update} errorAt={errorAt} />
        {type?.enable_for_substitute_mode === 1 && (
          <Replacement typed={typed} update={update} error={errorAt('replacement_user_id')} />
        )}
        <CommentField
          isOptional={type?.comment_is_mandatory !== 1}
          error={
            isMissing && typed.comment.trim() === '' ? w.absences.commentMissing : errorAt('request_comment')
          }
          onType={(comment) => update({ comment })}
        />
        {shown !== null && !known.includes(shown.field ?? '') && <Problem text={refusalText(shown)} />}
        <PriceLine price={price} type={type} />
        <div class="actions">
          <Button type="submit" look="primary">
            {w.absences.submit}
          </Button>
          <Button look="plain" onClick={onClose}>
            {w.general.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The price of a wish, asked anew a moment after it changed; an answer that comes late is dropped. */
function usePrice(wish: AbsenceWish | null, onNew: () => void): Price | null {
  const [price, setPrice] = useState<Price | null>(null);
  const key = JSON.stringify({ ...wish, request_comment: null });
  useEffect(() => {
    if (wish === null) return undefined;
    let isCurrent = true;
    setPrice(null);
    onNew();
    const timer = setTimeout(() => {
      // A comment that is missing is said at its field, when the form is sent.
      void priceOf({ ...wish, request_comment: wish.request_comment ?? '–' }).then(
        (answer) => isCurrent && setPrice(answer),
      );
    }, patience);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return price;
}

function PriceLine({
  price,
  type,
}: {
  readonly price: Price | null;
  readonly type: AbsenceType | undefined;
}) {
  const w = words.value;
  const summary = summaries.value.get(who.value?.user_id ?? 0);
  if (price === null) return <p class="price muted">{w.absences.counting}</p>;
  if (price.kind === 'refused') return null;
  const cost =
    price.unit === 'd' ? w.general.day(amount(price.duration)) : w.general.hoursOf(amount(price.duration));
  const left = summary?.current_period.holiday_available;
  const isHoliday = type?.absence_type_id === 1 && price.unit === 'd' && left !== undefined;
  return (
    <p class="price" role="status">
      <strong>{w.absences.costs(cost)}</strong>
      {isHoliday && <span class="muted"> · {w.absences.leaves(amount(left - price.duration))}</span>}
    </p>
  );
}

interface CommentProps {
  readonly isOptional: boolean;
  readonly error: string | null;
  readonly onType: (text: string) => void;
}

function CommentField({ isOptional, error, onType }: CommentProps) {
  const w = words.value;
  return (
    <Field name={w.absences.comment} error={error} {...(isOptional ? { hint: w.general.optional } : {})}>
      {(control) => <textarea {...control} rows={2} onInput={(event) => onType(event.currentTarget.value)} />}
    </Field>
  );
}
