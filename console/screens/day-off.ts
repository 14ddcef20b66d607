// What a day off is called, and in which colour its type is shown.
import { computed } from '@preact/signals';
import type { AbsenceType } from '../domain/rows.ts';
import type { DayOff } from '../domain/week.ts';
import { stored } from '../store/tables.ts';
import { words } from '../words/words.ts';

const types = computed(() => [...stored('absenceTypes').value.values()]);

/** The type of an absence by its two numbers. */
export function absenceType(typeId: number | null, subtypeId: number | null): AbsenceType | undefined {
  return types.value.find(
    (type) => type.absence_type_id === typeId && type.absence_subtype_id === (subtypeId ?? 0),
  );
}

/** Types that are offered at all, in their order. */
export function offeredTypes(): readonly AbsenceType[] {
  const offered = types.value.filter((type) => type.show_in_selection === 1);
  return offered.sort((a, b) => (a.sort_order ?? a.id) - (b.sort_order ?? b.id));
}

/** The name of a public holiday, or of the type of an absence. */
export function dayOffName(off: DayOff): string {
  if (off.kind === 'holiday') return off.name ?? words.value.week.holiday;
  return absenceType(off.typeId, off.subtypeId)?.name_const ?? words.value.week.absence;
}
