// What a person may do, as the server answers it, and what that comes from: the place in the company, and grants.
import { useMemo, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { reading } from '../store/readings.ts';
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

/** Draws the table: a line a question with the people about whom the answer is yes. */
function RightsTable({ row }: { readonly row: Row }) {
  const id = row['id'] as number;
  const [answers, questions, departments, teams] = useMemo(
    () => [reading<Row>('rights'), reading<Row>('questions'), reading<Row>('led'), reading<Row>('ledTeams')],
    [],
  );
  useReading(answers, 'permissionResolveUsers', () => ({ subject_user_id: id }));
  useReading(questions, 'permissionResolveQuestions', () => ({}));
  useReading(departments, 'departments', () => ({}));
  useReading(teams, 'teams', () => ({ team_leader_id: id }));
  const w = fieldWords.value;
  const led = (departments.rows.value ?? []).filter((one) =>
    [one['supervisor_id'], one['supervisor_assistant_id']].includes(id),
  );
  const why = [
    ...(row['internal_user_group'] === 1 ? [w.chips.internal_user_group] : []),
    ...(row['hr_manager'] === 1 ? [w.chips.hr_manager] : []),
    ...led.map((one) => w.leads(String(one['department_name']))),
    ...(teams.rows.value ?? []).map((one) => w.leads(String(one['name']))),
  ];
  const reachOf = (question: Row): string => {
    const found = (answers.rows.value ?? []).filter((one) => one['resolve_question_id'] === question['id']);
    if (found.length === 0) return '';
    if (found.some((one) => one['resolve_user_wildcard'] === '*')) return w.everybody;
    const people = found.map((one) => Number(one['resolve_user_id']));
    if (people.every((one) => one === id)) return w.self;
    const names = people.flatMap((one) => stored('users').value.get(one)?.fullname ?? []);
    return names.length > 4 ? w.people(names.length) : names.join(', ');
  };
  const lines = (questions.rows.value ?? []).map((one) => [one, reachOf(one)] as const);
  return (
    <>
      <p class="muted">{w.because(why.join(', '))}</p>
      <table class="rows">
        <caption class="sr">{w.rights}</caption>
        <tbody>
          {lines
            .filter(([, reach]) => reach !== '')
            .map(([question, reach]) => (
              <tr key={question['id'] as number}>
                <th scope="row">
                  {w.questions[String(question['question_name'])] ?? String(question['question_description'])}
                </th>
                <td>{reach}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
