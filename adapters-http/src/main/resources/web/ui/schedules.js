// Schedules: where they are, and the form with which one is made or changed.
import { patch, post } from '../api.js';
import { html, nothing } from './element.js';
import { describedBy, field } from './field.js';
import { formDialog } from './form-dialog.js';
import { StartForm } from './start-form.js';
import { UNITS, cronWords, unitOf } from './timing-words.js';

export const SCHEDULES = '/web/api/v1/schedules';

/** @param {string} id */
export const scheduleAddress = (id) => `${SCHEDULES}/${encodeURIComponent(id)}`;

/** @type {[string, string][]} */
const TIMINGS = [['cron', 'By the calendar'], ['everySeconds', 'At an interval'], ['at', 'Once']];
/** @type {[string, string][]} */
export const OVERLAPS = [['skip', 'Skip the new one'], ['queue', 'Let the new one wait'], ['cancel', 'Cancel the earlier one']];
/** @type {[string, string][]} */
export const CATCH_UPS = [['none', 'Start nothing'], ['last', 'Start the last one'], ['all', 'Start each of the last 100']];
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = () => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])];

/** @typedef {'name' | 'cron' | 'timezone' | 'count' | 'unit' | 'at' | 'overlap' | 'catchUp'} TextOfSchedule */
/** @typedef {Record<TextOfSchedule, string> & { timing: string }} Typed */

/** A time as a field of the browser has it, in its time zone. @param {string} iso */
function local(iso) {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** @param {Api.Schedule} [known] @returns {Typed} */
function typedOf(known) {
  const [length, unit] = unitOf(known?.everySeconds ?? 3_600);
  return {
    name: known?.name ?? '',
    timing: known?.everySeconds ? 'everySeconds' : known?.at ? 'at' : 'cron',
    cron: known?.cron ?? '',
    timezone: known?.timezone ?? ownZone(),
    count: String((known?.everySeconds ?? 3_600) / length),
    unit,
    at: known?.at ? local(known.at) : '',
    overlap: known?.overlap ?? 'skip',
    catchUp: known?.catchUp ?? 'none',
  };
}

/** The body of a request; `timezone` is about calendars alone. @param {Typed} typed */
function bodyOf({ name, timing, cron, timezone, count, unit, at, overlap, catchUp }) {
  const [length] = UNITS.find(([, each]) => each === unit) ?? [1];
  const when = timing === 'cron' ? { cron: cron.trim(), timezone: timezone.trim() }
    : timing === 'at' ? { at: at && new Date(at).toISOString() } : { everySeconds: Math.round(Number(count) * length) };
  return { name: name.trim(), ...when, overlap, catchUp };
}

/** What differs from what is known. @param {Record<string, unknown>} body @param {Record<string, unknown>} known */
const changes = (body, known) =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])));

/**
 * Asks for a schedule and makes or changes it: what the server answered; undefined when the user cancelled.
 *
 * @param {Api.Schedule} [known] the one to change
 * @returns {Promise<Api.Schedule | undefined>}
 */
export function editSchedule(known) {
  const typed = typedOf(known);
  const before = known && bodyOf(typed);
  const start = new StartForm(known?.start);
  return formDialog({
    title: known ? `Change ${known.name}` : 'New schedule',
    action: known ? 'Save' : 'Make the schedule',
    id: 'schedule',
    fields: (form) => fields(typed, start, form),
    send: async (form) => {
      const started = start.read(form);
      if (!started) return undefined;
      const body = { ...bodyOf(typed), start: started };
      return known ? patch(scheduleAddress(known.id), changes(body, { ...before, start: known.start })) : post(SCHEDULES, body);
    },
  });
}

/**
 * @param {Typed} typed
 * @param {StartForm} start
 * @param {import('./start-form.js').Form} form
 */
function fields(typed, start, form) {
  const { faults, update } = form;
  /** @param {keyof Typed} name */
  const set = (name) => (/** @type {Ui.On} */ event) => {
    typed[name] = event.target.value;
    update();
  };
  /** @param {TextOfSchedule} name @param {string} label @param {[string, string][]} values @param {string} hint */
  const choice = (name, label, values, hint) => field(`schedule-${name}`, label, html`<select class="input" id="schedule-${name}"
    aria-describedby="schedule-${name}-hint" @change=${set(name)}>${values.map(([value, words]) => html`<option value=${value}
    ?selected=${value === typed[name]}>${words}</option>`)}</select>`, hint);
  const wrongName = faults.in('name');
  return html`${field('schedule-name', 'Name', html`<input class="input" id="schedule-name" required autofocus maxlength="200"
      autocomplete="off" aria-invalid=${wrongName ? 'true' : nothing} aria-describedby=${describedBy('schedule-name', '', wrongName)}
      .value=${typed.name} @input=${set('name')}>`, '', wrongName)}
    <div class="field"><span class="label" id="schedule-timing">When</span><div class="seg" role="group"
      aria-labelledby="schedule-timing">${TIMINGS.map(([name, words]) => html`<button type="button" aria-pressed=${typed.timing === name}
      @click=${() => ((typed.timing = name), update())}>${words}</button>`)}</div></div>
    ${typed.timing === 'cron' ? calendar(typed, set, form) : typed.timing === 'at' ? once(typed, set, form) : interval(typed, set, form)}
    ${start.template(form)}
    <details class="extra"><summary>Overlap and missed times</summary><div class="cols options">
      ${choice('overlap', 'When the earlier work has not ended', OVERLAPS, 'At most 100 wait')}
      ${choice('catchUp', 'When a time was missed', CATCH_UPS, 'Because the server did not run')}</div></details>`;
}

/** @typedef {(name: keyof Typed) => (event: Ui.On) => void} Set */

/** @param {Typed} typed @param {Set} set @param {import('./start-form.js').Form} form */
function calendar(typed, set, { faults }) {
  const wrong = faults.in('cron');
  const wrongZone = faults.in('timezone');
  const words = cronWords(typed.cron);
  return html`<div class="cols">${field('schedule-cron', 'Cron', html`<input class="input mono" id="schedule-cron" required maxlength="500"
      autocomplete="off" spellcheck="false" placeholder="0 9 * * 1-5" aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${describedBy('schedule-cron', true, wrong)} .value=${typed.cron} @input=${set('cron')}>`,
    words ? `${words}.` : 'Minute, hour, day of the month, month, day of the week (0 is Sunday).', wrong)}
    ${field('schedule-timezone', 'Time zone', html`<input class="input" id="schedule-timezone" required list="schedule-zones"
      autocomplete="off" spellcheck="false" aria-invalid=${wrongZone ? 'true' : nothing}
      aria-describedby=${describedBy('schedule-timezone', true, wrongZone)} .value=${typed.timezone}
      @input=${set('timezone')}><datalist id="schedule-zones">${zones().map((zone) => html`<option value=${zone}></option>`)}</datalist>`,
    'Whose clocks show these times', wrongZone)}</div>`;
}

/** @param {Typed} typed @param {Set} set @param {import('./start-form.js').Form} form */
function interval(typed, set, { faults }) {
  const wrong = faults.in('everySeconds');
  return html`<div class="cols">${field('schedule-count', 'Every', html`<input class="input" id="schedule-count" type="number" required
      min="1" step="any" inputmode="decimal" aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('schedule-count',
      true, wrong)} .value=${typed.count} @input=${set('count')}>`, 'The first time one interval from now', wrong)}
    ${field('schedule-unit', 'Unit', html`<select class="input" id="schedule-unit" @change=${set('unit')}>${UNITS.map(([, unit]) =>
      html`<option value=${unit} ?selected=${unit === typed.unit}>${unit}s</option>`)}</select>`)}</div>`;
}

/** @param {Typed} typed @param {Set} set @param {import('./start-form.js').Form} form */
function once(typed, set, { faults }) {
  const wrong = faults.in('at');
  return field('schedule-at', 'Time', html`<input class="input" id="schedule-at" type="datetime-local" step="1" required
    aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('schedule-at', true, wrong)} .value=${typed.at}
    @input=${set('at')}>`, `In your time zone, ${ownZone()}`, wrong);
}
