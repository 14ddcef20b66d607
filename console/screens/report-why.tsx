// What a sum of a report was added up from: people, then days, then tasks; each line opens to the next.
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { reading, type Query } from '../store/readings.ts';
import { reachesOthers } from '../store/session.ts';
import { words } from '../words/words.ts';
import { counted, nameOf, queryOf, sourceOf, textOf, valueOf, view } from './report-model.ts';
import { WhyDialog } from './why.tsx';

/** A sum: what it is called, the fields that its rows have, and as it is shown. */
export interface Asked {
  readonly title: string;
  readonly only: Readonly<Record<string, string | number | null>>;
  readonly shown: string;
}

const parts = reading<Row>('report.why');

/** Shows the parts of the sum. */
export function ReportWhy({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const [now, setNow] = useState(asked);
  const kind = view.value.of;
  const order = [
    ...(reachesOthers(sourceOf(kind).right) ? ['user_id'] : []),
    'date',
    ...(kind === 'hours' ? ['task_id'] : []),
  ];
  const by = order.find((field) => !(field in now.only));
  useEffect(() => {
    if (by !== undefined)
      void parts.load(
        sourceOf(kind).resource,
        { ...queryOf([by]), ...filtersOf(now.only) },
        { isAnew: true },
      );
  }, [now]);
  const { loading } = words.value.general;
  const rows = parts.rows.value?.every((row) => by !== undefined && by in row) ? parts.rows.value : [];
  const refusal = parts.refusal.value;
  const lines = counted(rows)
    .map((row) => ({ row, name: by === undefined ? '' : nameOf(row, by), shown: textOf(valueOf(row)) }))
    .sort((a, b) => String(a.row['date'] ?? a.name).localeCompare(String(b.row['date'] ?? b.name)));
  const isLast = by === order.at(-1);
  return (
    <WhyDialog
      title={now.title}
      sum={now.shown}
      onClose={onClose}
      lines={lines.map(({ row, name, shown }) => ({
        name,
        shown,
        ...(isLast || by === undefined
          ? {}
          : {
              onOpen: () =>
                setNow({
                  title: `${now.title} · ${name}`,
                  only: { ...now.only, [by]: row[by] as string | number | null },
                  shown,
                }),
            }),
      }))}
    >
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {refusal === null && rows.length === 0 && <p class="muted">{loading} …</p>}
    </WhyDialog>
  );
}

function filtersOf(only: Asked['only']): Query {
  return Object.fromEntries(
    Object.entries(only).flatMap(([field, value]) =>
      value === null
        ? [
            [field, ''],
            [`_op__${field}`, 'null'],
          ]
        : [
            [field, value],
            [`_op__${field}`, 'eq'],
          ],
    ),
  );
}
