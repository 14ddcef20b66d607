// Names of the absence types that every account begins with, in German. Names that an account has chosen itself stay.

/** By the English name. */
export const germanAbsenceNames: Readonly<Record<string, string>> = {
  Holiday: 'Urlaub',
  'Overtime reduction': 'Zeitausgleich',
  'Sick leave': 'Krankenstand',
  'Home office': 'Homeoffice',
  'Special leave': 'Sonderurlaub',
  'Sick leave with certificate': 'Krankenstand mit Bestätigung',
  'Public holiday': 'Feiertag',
  Away: 'Abwesend',
};
