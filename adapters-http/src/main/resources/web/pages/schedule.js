import { define, html, nothing } from '../ui/element.js';
import { del, get, post } from '../api.js';
import { copy } from '../ui/copy.js';
import { confirmDialog } from '../ui/dialog.js';
import { enabledSwitch } from '../ui/enabled-switch.js';
import { exact, relative, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { json } from '../ui/json.js';
import { Page, busy } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { CATCH_UPS, OVERLAPS, editSchedule, scheduleAddress } from '../ui/schedules.js';
import { startWords, startedWork } from '../ui/start-words.js';
import { chip, skeleton, stateChip } from '../ui/states.js';
import { timingWords, zoned } from '../ui/timing-words.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/menu.js';

export const tag = 'gh-schedule';

const SHOWN = 5;
/** How long after a due time what became of it is asked for, and the bounds of the wait. */
const AFTER_MS = 1_500;
const SHORTEST_MS = 2_000;
const LONGEST_MS = 60_000;

/** Why a due time has started nothing. */
const SKIPPED = {
  overlap: 'The earlier work had not ended.',
  missed: 'The server did not run at that time.',
  queue_full: 'The most starts waited already.',
};

/**
 * @typedef {{
 *   schedule?: Api.Schedule & { starts: Api.ScheduleStart[] }, next: string[], timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

/** A schedule: when it is due next, and what it has started. */
class SchedulePage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, schedule: { state: true } };

  get path() {
    return scheduleAddress(this.params.id);
  }

  heading() {
    const { schedule } = this;
    const back = { href: '/schedules', label: 'All schedules' };
    if (!schedule) return { title: 'Schedule', back };
    return {
      title: schedule.name,
      back,
      meta: schedule.enabled ? chip('on', 'good') : chip('off'),
      actions: html`<button class="btn main" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.start())}>${icon('play', 's')}Start now</button><gh-menu label="More about ${schedule.name}" .items=${() => [
        { label: 'Change', icon: 'pencil', run: () => this.edit() },
        { label: 'Copy ID', icon: 'copy', run: () => copy(schedule.id, 'ID copied') },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase() },
      ]}></gh-menu>`,
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  again() {
    this.schedule = undefined;
    super.again();
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    clearTimeout(this.timer);
    const [schedule, { next }] = await Promise.all([get(this.path, { signal }), get(`${this.path}/next?count=${SHOWN}`, { signal })]);
    if (signal.aborted) return;
    Object.assign(this, { schedule, next });
    this.#follow(signal);
  }

  /** Looks again after the next due time, and while a start is pending. @param {AbortSignal} signal */
  #follow(signal) {
    const { nextAt, starts } = this.schedule ?? { nextAt: null, starts: [] };
    const isPending = starts.some(({ startedAt, skipped, error }) => !startedAt && !skipped && !error);
    if (!nextAt && !isPending) return;
    const wait = isPending ? SHORTEST_MS : Date.parse(nextAt ?? '') - Date.now() + AFTER_MS;
    this.timer = setTimeout(() => {
      if (signal.aborted) return;
      if (document.hidden) this.#follow(signal);
      else this.reload();
    }, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)));
  }

  async start() {
    try {
      await post(`${this.path}/trigger`);
      toast('Started');
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  async edit() {
    const changed = await editSchedule(this.schedule);
    if (!changed) return;
    toast(`${changed.name} changed`);
    await this.reload();
  }

  async erase() {
    const { schedule } = this;
    if (!schedule) return;
    const isAgreed = await confirmDialog({
      title: `Delete ${schedule.name}?`,
      text: 'It starts nothing any more, and its history goes with it. What it has started goes on.',
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast(`${schedule.name} deleted`);
      navigate('/schedules', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`${skeleton(1, 'cardish')}${skeleton(1, 'chart')}`;
  }

  content() {
    const { schedule } = this;
    if (!schedule) return nothing;
    const { name, cron, timezone, overlap, catchUp, start } = schedule;
    /** @param {Api.Schedule} changed */
    const set = (changed) => {
      this.schedule = { ...changed, starts: schedule.starts };
      this.reload();
    };
    return html`<div class="cols wide top"><section class="card stack"><div class="head"><h2>When</h2>${enabledSwitch(schedule, name,
      this.path, set)}</div>
      <dl class="pairs"><dt>Due</dt><dd>${timingWords(schedule)}</dd>${cron ? html`<dt>Cron</dt><dd class="mono">${cron}</dd>
        <dt>Time zone</dt><dd>${timezone}</dd>` : nothing}
        <dt>While earlier work runs</dt><dd>${wordsOf(OVERLAPS, overlap)}</dd>
        <dt>Missed times</dt><dd>${wordsOf(CATCH_UPS, catchUp)}</dd>
        <dt>Starts</dt><dd>${startWords(start)}</dd></dl>
      <details class="extra"><summary class="small">The whole request</summary>${json(start, 'the request')}</details></section>
      <section class="card stack"><h2>${this.schedule?.enabled ? 'Next times' : 'Next times, once it is on'}</h2>${this.next.length
        ? html`<ol class="plain stack tight small" aria-label="Next times">${this.next.map((at) => html`<li class="row wraps tight"><time
          class="num" datetime=${at} title=${exact(at)}>${zoned(at, cron ? timezone : ownZone())}</time><span
          class="faint end">${relative(at)}</span></li>`)}</ol>` : html`<p class="small">It is not due any more.</p>`}</section></div>
      ${this.#history()}`;
  }

  #history() {
    const { starts, start } = this.schedule ?? { starts: [], start: {} };
    /** @param {Api.ScheduleStart} each */
    const told = (each) => (each.skipped ? html`<span class="soft">${SKIPPED[each.skipped]}</span>` : startedWork(each, start));
    return html`<section class="card flush"><div class="head"><h2>Last starts</h2></div>${starts.length
      ? html`<ol class="plain items" aria-label="Last starts">${starts.map((each) => html`<li
        class="wraps-s">${stateChip(stateOf(each))}<span class="grow">${told(each)}</span><span
        class="small num">due ${time(each.dueAt)}</span></li>`)}</ol>`
      : html`<p class="small none">Nothing was due yet.</p>`}</section>`;
  }
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {[string, string][]} choices @param {string} value */
const wordsOf = (choices, value) => choices.find(([each]) => each === value)?.[1] ?? value;

/** @param {Api.ScheduleStart} start */
const stateOf = ({ startedAt, skipped, error }) => (error ? 'failed' : skipped ? 'skipped' : startedAt ? 'started' : 'pending');

define(tag, SchedulePage);
