// What a person may do, as the server answers it, and what that comes from: the place in the company, and grants.
import { useMemo, useState } from 'preact/hooks';
import { titleOf, type Row } from '../domain/form.ts';
import { reading, type Query } from '../store/readings.ts';
import { stored } from '../store/tables.ts';
import { fieldWords } from '../words/field-words.ts';
import { useReading } from './use-reading.ts';

/** What the person may do, asked when it is opened. */
export function RightsOf({ row }: { readonly row: Row }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="rights" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{fieldWords.value.rights}</summary>
      {isOpen && <RightsTable row={row} />}
    </details>
  );
}

function useRows(resource: string, query: Query): readonly Row[] {
  const of = useMemo(() => reading<Row>(`rights.${resource}`), []);
  useReading(of, resource, () => query);
  return of.rows.value ?? [];
}

const answering = ['Users', 'AbsenceTypesAndUsers', 'Departments', 'Entities'];

/** Draws the table: a line a question with the people or rows about which the answer is yes; with absences, of any type. */
function RightsTable({ row }: { readonly row: Row }) {
  const id = row['id'] as number;
  const answers = answering.flatMap((name) => useRows(`permissionResolve${name}`, { subject_user_id: id }));
  const questions = useRows('permissionResolveQuestions', {});
  const departments = useRows('departments', {});
  const teams = useRows('teams', { team_leader_id: id });
  const w = fieldWords.value;
  const led = departments.filter((one) =>
    [one['supervisor_id'], one['supervisor_assistant_id']].includes(id),
  );
  const why = [
    ...(row['internal_user_group'] === 1 ? [w.chips.internal_user_group] : []),
    ...(row['hr_manager'] === 1 ? [w.chips.hr_manager] : []),
    ...[...led, ...teams].map((one) => w.leads(titleOf(one))),
  ];
  const byQuestion = Map.groupBy(answers, (one) => one['resolve_question_id']);
  const reachOf = (question: unknown, name: string): string => {
    const found = byQuestion.get(question) ?? [];
    const told = (of: string): readonly unknown[] => found.flatMap((one) => one[`resolve_${of}`] ?? []);
    if (told('user_wildcard').length > 0) return w.everybody;
    const people = [...new Set(told('user_id'))];
    if (people.length > 0 && people.every((one) => one === id)) return w.self;
    const names = people.flatMap((one) => stored('users').value.get(Number(one))?.fullname ?? []);
    if (names.length > 0) return names.length > 4 ? w.people(names.length) : names.join(', ');
    const stars = [...told('department_wildcard'), ...told('entity_wildcard')];
    if (stars.includes('*')) return name.startsWith('create') ? w.yes : w.all;
    const { length } = [...told('department_id'), ...told('entity_id')];
    return [...stars.map(() => w.open), ...(length > 0 ? [w.rows(length)] : [])].join(', ');
  };
  return (
    <>
      <p class="muted">{w.because(why.join(', '))}</p>
      <table class="rows">
        <caption class="sr">{w.rights}</caption>
        <tbody>
          {questions.map((question) => {
            const name = String(question['question_name']);
            const reach = reachOf(question['id'], name);
            return reach === '' ? null : (
              <tr key={name}>
                <th scope="row">{w.questions[name] ?? String(question['question_description'])}</th>
                <td>{reach}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
