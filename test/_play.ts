import { startInstallation, password } from './support/installation.ts';
const i = await startInstallation();
const m = i.account.machine;
const show = (a: any) => console.log(a.status, a.text.slice(0, 900));
try {
show(await m.get('users/read/77'));
show(await m.get('users/read/1'));
show(await m.put('users/update/77', {lastname:'x'}));
show(await m.delete('users/delete/77'));
show(await m.delete('teamMembers/delete', {team_id: 1, user_id: 1}));
show(await m.get('deltaSync/read', {_include:'users', _since:'2020-01-01 00:00:00', _fetch_deleted:1, users__id: 77}));
show(await m.post('users/create', [{username:'a',password,lastname:'a',firstname:'b', department_id: 88}]));
show(await m.post('projects/create', {mother_id:1,name:'a', nestedEntities:{tasks:[{name:'t',client_id:77}]}}));
show(await m.get('users/me'));
console.log(Object.fromEntries((await m.get('users/read/1')).headers));
} finally { await i.close(); }
