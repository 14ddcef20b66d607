// What reports say, in both languages: loaded with them.
import { computed, type ReadonlySignal } from '@preact/signals';
import { language } from './words.ts';

const en = {
  of: 'What',
  by: 'By',
  within: 'Then by',
  as: 'Shown as',
  shapes: { lines: 'Lines', cross: 'Cross table' },
  view: 'Saved view',
  unnamed: 'Not saved',
  keep: 'Save this view',
  forget: (name: string) => `Delete the view “${name}”`,
  viewName: 'Name',
  viewHint: 'Dates of the present month move on with the months.',
  viewTaken: 'There is a view of this name. It is replaced.',
  replaceView: 'Replace it',
  plot: 'Line over the months',
  from: 'From',
  to: 'To',
  hours: 'Hours',
  absence: 'Absences in days',
  absenceHours: 'Absences in hours',
  days: 'Days',
  sum: 'Sum',
  without: 'None',
  empty: 'Nothing in this period.',
  emptyHint: 'Choose other dates.',
  groups: {
    project_id: 'Project',
    client_id: 'Client',
    user_id: 'Person',
    task_id: 'Task',
    month: 'Month',
    department_id: 'Department',
    'type_id,subtype_id': 'Type',
  },
};

type ReportWords = typeof en;

const de: ReportWords = {
  of: 'Was',
  by: 'Nach',
  within: 'Dann nach',
  as: 'Form',
  shapes: { lines: 'Zeilen', cross: 'Kreuztabelle' },
  view: 'Gemerkte Ansicht',
  unnamed: 'Nicht gemerkt',
  keep: 'Ansicht merken',
  forget: (name: string) => `Ansicht „${name}“ löschen`,
  viewName: 'Name',
  viewHint: 'Die Tage des laufenden Monats wandern mit den Monaten.',
  viewTaken: 'Es gibt eine Ansicht dieses Namens. Sie wird ersetzt.',
  replaceView: 'Ersetzen',
  plot: 'Verlauf über die Monate',
  from: 'Von',
  to: 'Bis',
  hours: 'Stunden',
  absence: 'Abwesenheiten in Tagen',
  absenceHours: 'Abwesenheiten in Stunden',
  days: 'Tage',
  sum: 'Summe',
  without: 'Ohne',
  empty: 'Nichts in dieser Zeit.',
  emptyHint: 'Wähle andere Tage.',
  groups: {
    project_id: 'Projekt',
    client_id: 'Kunde',
    user_id: 'Person',
    task_id: 'Aufgabe',
    month: 'Monat',
    department_id: 'Abteilung',
    'type_id,subtype_id': 'Art',
  },
};

/** The words of the language that is spoken. */
export const reportWords: ReadonlySignal<ReportWords> = computed(() => ({ en, de })[language.value]);
