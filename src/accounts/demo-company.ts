// The small company of the demo account: people, departments, schedules, projects. Plain data, the same everywhere.

/** A department; `supervisor` is a username, `below` a department's key. */
export const departments = [
  { key: 'design', name: 'Design', supervisor: 'clara', below: null },
  { key: 'engineering', name: 'Engineering', supervisor: 'jonas', below: null },
  { key: 'site', name: 'Construction sites', supervisor: 'mira', below: 'engineering' },
  { key: 'office', name: 'Office', supervisor: 'clara', below: null },
] as const;

/** A person; `hours` is what they work on an ordinary day, `days` on how many days a week. */
export const people = [
  {
    username: 'clara',
    firstname: 'Clara',
    lastname: 'Steiner',
    department: 'design',
    hours: 8,
    days: 5,
    hr: 1,
  },
  {
    username: 'jonas',
    firstname: 'Jonas',
    lastname: 'Moser',
    department: 'engineering',
    hours: 8,
    days: 5,
    hr: 0,
  },
  { username: 'mira', firstname: 'Mira', lastname: 'Kovač', department: 'site', hours: 8, days: 5, hr: 0 },
  { username: 'emil', firstname: 'Emil', lastname: 'Larsson', department: 'site', hours: 8, days: 5, hr: 0 },
  {
    username: 'aylin',
    firstname: 'Aylin',
    lastname: 'Demir',
    department: 'engineering',
    hours: 4,
    days: 5,
    hr: 0,
  },
  { username: 'tom', firstname: 'Tom', lastname: 'Brandner', department: 'design', hours: 6, days: 4, hr: 0 },
  { username: 'eva', firstname: 'Eva', lastname: 'Huber', department: 'office', hours: 5, days: 5, hr: 0 },
] as const;

/** A work schedule beside those that every account begins with: the same hours on the first days of the week. */
export const schedules = [
  { name: 'Four days of 6 hours', hours: 6, days: 4 },
  { name: 'Five mornings', hours: 5, days: 5 },
] as const;

/** A customer's project with its tasks. */
export const projects = [
  {
    name: 'Riverside library',
    client: 'City of Linz',
    tasks: ['Survey', 'Design', 'Tender', 'Site supervision'],
  },
  { name: 'Timber school', client: 'Danube Valley School', tasks: ['Concept', 'Design', 'Fire protection'] },
  {
    name: 'Old mill conversion',
    client: 'Mill Street Cooperative',
    tasks: ['Survey', 'Planning permission', 'Site supervision'],
  },
] as const;

/** What a booking may be noted with. */
export const notes = [
  'Plans for the ground floor',
  'Meeting with the client',
  'Site visit',
  'Corrections after review',
  'Cost estimate',
  'Telephone calls',
] as const;
