// Loaded before a server (`node --import`): its clock is off by as many milliseconds as CLOCK_OFF says.
const off = Number(process.env['CLOCK_OFF']);
const { now } = Date;

Date.now = () => now() + off;
