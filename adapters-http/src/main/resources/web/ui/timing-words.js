// When schedules are due, in words.
import { exact, plural } from './format.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const NUMBER = /^\d{1,2}$/;
const STEP = /^\*\/(\d{1,2})$/;
/** Units of intervals, the longest first: `[seconds, name]`. @type {[number, string][]} */
export const UNITS = [[86_400, 'day'], [3_600, 'hour'], [60, 'minute'], [1, 'second']];

/** The longest unit of which an interval is a whole number. @param {number} seconds */
export const unitOf = (seconds) => UNITS.find(([length]) => seconds % length === 0) ?? UNITS[UNITS.length - 1];

/** @param {number} seconds */
function interval(seconds) {
  const [length, name] = unitOf(seconds);
  return seconds === length ? `Every ${name}` : `Every ${plural(seconds / length, name)}`;
}

/** @param {string} value @param {number} most */
const isNumber = (value, most) => NUMBER.test(value) && Number(value) <= most;

/** @param {string} value */
const two = (value) => value.padStart(2, '0');

/** The days of a week in words; undefined when the field has another form. @param {string} field */
function days(field) {
  if (field === '1-5' || field.toLowerCase() === 'mon-fri') return 'Monday to Friday';
  const list = field.split(',');
  return list.every((each) => isNumber(each, 7)) ? list.map((each) => DAYS[Number(each) % DAYS.length]).join(', ') : undefined;
}

/** A cron expression in words where it has one of the usual forms; undefined for others. @param {string} cron */
export function cronWords(cron) {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute, hour, day, month, weekday] = fields;
  const isDaily = day === '*' && month === '*' && weekday === '*';
  if (isDaily && hour === '*') {
    const step = Number(STEP.exec(minute)?.[1] ?? 0);
    if (minute === '*' || step === 1) return 'Every minute';
    if (step > 1 && 60 % step === 0) return `Every ${step} minutes`;
    return isNumber(minute, 59) ? `Every hour at minute ${Number(minute)}` : undefined;
  }
  if (!isNumber(minute, 59) || !isNumber(hour, 23)) return undefined;
  const at = `at ${two(hour)}:${two(minute)}`;
  if (isDaily) return `Every day ${at}`;
  if (day === '*' && month === '*') return days(weekday) && `${days(weekday)} ${at}`;
  return isNumber(day, 31) && Number(day) > 0 && month === '*' && weekday === '*' ? `Day ${Number(day)} of every month ${at}` : undefined;
}

/** When a schedule is due. @param {Api.Timing} timing */
export function timingWords({ cron, everySeconds, at }) {
  if (cron) return cronWords(cron) ?? cron;
  return everySeconds ? interval(everySeconds) : `Once, ${exact(at ?? '')}`;
}

/** A time as clocks of a time zone show it. @param {string} iso @param {string} timeZone */
export function zoned(iso, timeZone) {
  try {
    return new Intl.DateTimeFormat(undefined, {
      weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone,
    }).format(new Date(iso));
  } catch {
    // The browser does not know the time zone.
    return exact(iso);
  }
}
