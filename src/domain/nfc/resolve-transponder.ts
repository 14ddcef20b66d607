// What a transponder stands for: its mode says which one id it has; its own id is the same in any letter case.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { referenceIn } from '../change.ts';

/** `mode_id` → the field that names what the transponder stands for. */
const subjects = {
  1: 'user_id',
  2: 'task_id',
  3: 'project_id',
  4: 'checkpoint_id',
  5: 'skill_id',
} as const;

type Subject = (typeof subjects)[keyof typeof subjects];

/** The values of `mode_id`. */
export const transponderModes = Object.keys(subjects).map(Number);

/** The mode of a transponder that stands for a person. */
export const userMode = 1;

/** Keeps exactly the id that fits the mode; another mode empties the ids that fitted the former one. */
export const resolveSubject: Rule<'nfcTransponders'> = (change) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  const mode = after.mode_id;
  const fitting = subjects[mode];
  for (const name of Object.values(subjects)) {
    after[name] = referenceIn(after, name);
    if (name !== fitting) settleOther(change, name, fitting);
  }
  if (after[fitting] !== null) return;
  const message = `${fitting} is missing; a transponder of mode_id ${mode} must name it.`;
  throw new ApiError('missing_parameter', message, { field: fitting });
};

function settleOther(change: Change<'nfcTransponders'>, name: Subject, fitting: Subject): void {
  const { after, given } = change;
  if (after[name] === null) return;
  if (!given.has(name)) {
    after[name] = null;
    return;
  }
  const message = `${name} is ${after[name]}; with mode_id ${after.mode_id} it must be empty and ${fitting} be given.`;
  throw new ApiError('contradiction', message, { field: name });
}

/** Keeps the transponder's own id without the spaces around it, and as it is compared. */
export const foldUniqueId: Rule<'nfcTransponders'> = ({ verb, after }) => {
  if (verb === 'delete') return;
  const sent = after.unique_id;
  const uniqueId = sent.trim();
  if (uniqueId === '') {
    const message = `unique_id is ${JSON.stringify(sent)}; it must hold a visible character.`;
    throw new ApiError('invalid_value', message, { field: 'unique_id' });
  }
  after.unique_id = uniqueId;
  after.unique_id_folded = foldText(uniqueId);
};
