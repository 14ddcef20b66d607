// The numbers under which every account has the types of absence of the company.
import {
  certifiedSickLeave,
  holiday,
  homeOffice,
  reduction,
  sickLeave,
  specialLeave,
} from '../../absences/absence.ts';
import type { AbsenceKind } from './facts.ts';

/** By the name in the data. */
export const absenceTypes: Readonly<Record<AbsenceKind, object>> = {
  holiday,
  'time off for overtime': reduction,
  'sick leave': sickLeave,
  'sick leave with certificate': certifiedSickLeave,
  'special leave': specialLeave,
  'home office': homeOffice,
};
