// Asking for an absence, or entering one of another person: type and days, and at once what they cost and what is left then.
import { useState } from 'preact/hooks';
import type { AbsenceType, Id } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { SelectField } from '../parts/inputs.tsx';
import { refusalText } from '../refusal-text.ts';
import { unlessTyped } from '../router.ts';
import { requestAbsence } from '../store/absences.ts';
import type { Refusal } from '../store/http.ts';
import { note } from '../store/undo.ts';
import { dateRange } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { Days, Replacement, wishFrom, type Range, type Typed } from './absence-fields.tsx';
import { PriceLine, usePrice } from './absence-price.tsx';
import { mayAbout, typesFor } from './absence-rights.ts';
import { useSend } from './use-send.ts';

/** Fields beside which their refusals are shown; all others are shown at the form. */
const placesOf = (type: AbsenceType | undefined): readonly string[] => [
  'type_id',
  'subtype_id',
  'from_date',
  'to_date',
  'request_comment',
  ...(type?.duration_unit === 'hs' ? ['begin', 'duration'] : []),
  ...(type?.enable_for_substitute_mode === 1 ? ['replacement_user_id'] : []),
];

/** An absence of another person. */
export interface Entered {
  readonly person: Id;
  readonly fullname: string;
  /** The types that may be entered for the person. */
  readonly types: readonly AbsenceType[];
  readonly title: string;
}

interface FormProps {
  readonly range: Range;
  /** Without it the absence is one's own. */
  readonly entered?: Entered | undefined;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Shows the form. */
export function AbsenceForm({ range, entered, onDone, onClose }: FormProps) {
  const w = words.value;
  const types = entered?.types ?? typesFor();
  const [start] = useState<Typed>({
    ...range,
    type: String(types[0]?.id ?? ''),
    halfFirst: false,
    halfLast: false,
    begin: '',
    hours: '',
    replacement: '',
    comment: '',
  });
  const [typed, setTyped] = useState(start);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { post, close } = useSend(onClose);
  const type = types.find((one) => String(one.id) === typed.type) ?? types[0];
  const wish = type === undefined ? null : wishFrom(typed, type);
  const price = usePrice(wish, () => setRefusal(null), entered?.person);
  const shown = refusal ?? (price?.kind === 'refused' ? price.refusal : null);
  const update = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const submit = async (): Promise<void> => {
    if (wish === null || type === undefined) return;
    if (type.comment_is_mandatory === 1 && typed.comment.trim() === '') return setMissing(true);
    const why = await post(requestAbsence(wish, entered?.person), ({ status, undo }) => {
      const kind = status === 1 ? 'entered' : 'requested';
      const subject = [type.name_const, ...(entered === undefined ? [] : [entered.fullname])].join(', ');
      // A viewer with the right to request only cannot cancel the request of another person.
      const canUndo = entered === undefined || mayAbout('decide', entered.person, type);
      note({ kind, subject, detail: dateRange(typed.from, typed.to) }, canUndo ? undo : null);
      close();
      onDone?.();
    });
    setRefusal(why);
  };
  /** Goes to the absence in the way, where the list behind the dialog has it. */
  const inWay = (): HTMLElement | null =>
    document.querySelector(`[data-absence="${String(shown?.data['id'])}"]`);
  const jump = (): void => {
    onClose();
    requestAnimationFrame(() => inWay()?.focus());
  };
  const errorAt = (...fields: readonly string[]): string | null =>
    shown !== null && fields.includes(shown.field ?? '') ? refusalText(shown) : null;
  return (
    <Dialog title={entered?.title ?? w.absences.request} closeLabel={w.general.close} onClose={onClose}>
      <Form onSend={submit} isChanged={JSON.stringify(typed) !== JSON.stringify(start)}>
        <SelectField
          name={w.absences.type}
          error={errorAt('type_id', 'subtype_id')}
          value={String(type?.id ?? '')}
          options={types.map((one) => ({ value: String(one.id), text: one.name_const }))}
          onPick={(value) => update({ type: value })}
        />
        <Days typed={typed} type={type} update={update} errorAt={errorAt}>
          {shown?.code === 'conflict' && inWay() !== null && (
            <Button class="jump" onClick={() => unlessTyped(jump)}>
              {w.conflict.jump}
            </Button>
          )}
        </Days>
        {type?.enable_for_substitute_mode === 1 && (
          <Replacement
            {...{ typed, update, person: entered?.person, error: errorAt('replacement_user_id') }}
          />
        )}
        <CommentField
          isOptional={type?.comment_is_mandatory !== 1}
          error={
            isMissing && typed.comment.trim() === '' ? w.absences.commentMissing : errorAt('request_comment')
          }
          onType={(comment) => update({ comment })}
        />
        {shown !== null && !placesOf(type).includes(shown.field ?? '') && (
          <Problem text={refusalText(shown)} />
        )}
        <PriceLine {...{ wish, price, person: entered?.person }} />
        <div class="actions">
          <Submit>{entered === undefined ? w.absences.submit : w.general.save}</Submit>
          <Button look="plain" onClick={onClose}>
            {w.general.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
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
