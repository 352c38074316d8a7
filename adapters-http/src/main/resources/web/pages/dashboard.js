import { define, html } from '../ui/element.js';
import { get } from '../api.js';
import { compact, number, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { remember, remembered } from '../ui/paged.js';
import { startRun } from '../ui/start-run.js';
import { empty, problem, skeleton, stateChip } from '../ui/states.js';
import { submitTask } from '../ui/submit-task.js';
import '../ui/bar-chart.js';

export const tag = 'gh-dashboard';

const SPANS = [7, 30, 90];
const MOST_MODELS = 8;
const MOST_CHATS = 6;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const ORDER = ['queued', 'running', 'completed', 'passed', 'flaky', 'failed', 'tests failed', 'run failed', 'cancelled'];
/** @type {Record<string, string>} */
const METERS = {
  queued: 'warn',
  running: '',
  completed: 'good',
  passed: 'good',
  flaky: 'warn',
  failed: 'bad',
  'tests failed': 'bad',
  'run failed': 'bad',
  cancelled: 'idle',
};
const FAILED = ['failed', 'tests failed', 'run failed'];
/** @param {Counts} [counts] */
const sum = (counts) => Object.values(counts ?? {}).reduce((total, each) => total + each, 0);

/**
 * @typedef {Record<string, number>} Counts
 *
 * @typedef {{
 *   totalChats: number, totalMessages: number, recentChats: { id: string, title: string, updatedAt: string }[],
 *   tasks: Counts, runs: Counts, outcomes: Counts,
 * }} Counted
 *
 * @typedef {{
 *   totalRequests: number, totalPromptTokens: number, totalCompletionTokens: number,
 *   byDay: (Api.Usage & { date: string })[], byModel: Record<string, Api.Usage>,
 * }} UsageReport
 */

/** @typedef {{ days: number, usage?: UsageReport, usageError?: Api.Failure, dashboard: Counted }} Properties */

class Dashboard extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, days: { state: true }, usage: { state: true }, usageError: { state: true } };

  addressed() {
    this.days = SPANS.find((days) => days === Number(remembered('days'))) ?? 30;
  }

  heading() {
    const choices = SPANS.map((days) => html`
      <button type="button" aria-pressed=${this.days === days} @click=${() => this.choose(days)}>${days} days</button>`);
    return { title: 'Dashboard', actions: html`<div class="seg" role="group" aria-label="Period">${choices}</div>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const [{ dashboard }] = await Promise.all([get('/api/dashboard', { signal }), this.loadUsage(signal)]);
    this.dashboard = dashboard;
  }

  /** @param {AbortSignal} signal */
  async loadUsage(signal) {
    const { days } = this;
    this.usageError = undefined;
    try {
      const { data } = await get(`/web/completion/api/usage?days=${days}`, { signal });
      if (days === this.days) this.usage = data;
    } catch (error) {
      if (!signal.aborted) this.usageError = /** @type {Api.Failure} */ (error);
    }
  }

  /** @param {number} days */
  choose(days) {
    this.days = days;
    remember({ days });
    this.loadUsage(this.leaving.signal);
  }

  waiting() {
    return html`<div class="figures">${[1, 2, 3, 4, 5].map(() => html`<span class="skel cardish"></span>`)}</div>
      ${skeleton(1, 'chart')}<div class="cols wide">${skeleton(1, 'chart')}${skeleton(1, 'chart')}</div>`;
  }

  content() {
    const { totalChats, recentChats, totalMessages, tasks } = this.dashboard;
    const runs = results(this.dashboard);
    const { usage } = this;
    if (!totalChats && !sum(tasks) && usage && !usage.totalRequests) return html`${first}${sum(runs) ? runStates(runs) : ''}`;
    return html`
      <div class="figures">
        ${figure('Chats', number(totalChats), recentChats.length ? html`last one ${time(recentChats[0].updatedAt)}` : 'none yet', '/chats')}
        ${figure('Messages', compact(totalMessages), totalChats ? `${(totalMessages / totalChats).toFixed(1)} a chat` : 'none yet')}
        ${figure('Tokens', usage ? compact(usage.totalPromptTokens + usage.totalCompletionTokens) : '–',
          usage ? `${plural(usage.totalRequests, 'request')} in ${this.days} days` : '')}
        ${figure('Tasks', compact(sum(tasks)), told(tasks), '/tasks')}
        ${figure('Test runs', compact(sum(runs)), told(runs), '/runs')}
      </div>
      ${this.usageError ? problem(this.usageError, () => this.loadUsage(this.leaving.signal)) : this.charts()}
      <div class="cols wide top">
        <section class="card flush"><div class="head"><h2>Recent chats</h2><a class="btn small quiet" href="/chats">All chats</a></div>
          ${recentChats.length ? this.chats(recentChats) : empty({
            icon: 'message-square', title: 'No chats yet', text: 'Ask the agent something first: the chat appears here.',
            action: html`<a class="btn main" href="/">${icon('plus')}Start a chat</a>`,
          })}</section>
        <div class="stack states">${states('Tasks by status', tasks, '/tasks',
          'No tasks yet; test runs are counted below.')}${runStates(runs)}</div>
      </div>`;
  }

  charts() {
    if (!this.usage) return skeleton(1, 'chart');
    const { byDay, byModel, totalRequests } = this.usage;
    if (!totalRequests) {
      return html`<section class="card">${empty({
        icon: 'chart-column',
        title: `No tokens in the last ${this.days} days`,
        text: 'Models count what they read (input tokens) and write (output tokens). Ask the agent something to see them here.',
        action: html`<a class="btn" href="/">Start a chat</a>`,
      })}</section>`;
    }
    const models = Object.entries(byModel).sort(([, a], [, b]) => tokens(b) - tokens(a)).slice(0, MOST_MODELS);
    return html`<div class="usage">
      <section class="card stack"><div class="head"><h2>Tokens by day</h2>${legend}</div>
        <gh-bar-chart name="Tokens by day" .labels=${byDay.map(({ date }) => day.format(new Date(date)))}
          .series=${series(byDay)} .format=${compact}></gh-bar-chart></section>
      <section class="card stack"><h2>Tokens by model</h2>
        <gh-bar-chart name="Tokens by model" lying .labels=${models.map(([name]) => name)}
          .series=${series(models.map(([, use]) => use))} .format=${compact}></gh-bar-chart></section>
    </div>`;
  }

  /** @param {Counted['recentChats']} chats */
  chats(chats) {
    return html`<div class="items">${chats.slice(0, MOST_CHATS).map(({ id, title, updatedAt }) => html`
      <a class="item" href="/chats/${id}"><span class="grow clip">${title}</span><span
        class="small">${time(updatedAt)}</span></a>`)}</div>`;
  }
}

/** The first steps for a user who has no data yet. */
const first = html`<section class="stack"><div><h2>No activity yet</h2>
  <p class="small">Your chats, tokens, tasks and test runs appear here. Start with one of these:</p></div>
  <div class="cols">
    <a class="card stack tight begin" href="/">${icon('message-square')}<b>Ask the agent</b><span
      class="small">The answer, its tokens and the tools that it called appear here.</span></a>
    <button type="button" class="card stack tight begin" @click=${submitTask}>${icon('list-checks')}<b>Submit a task</b><span
      class="small">Work that goes on in the background while you do other things.</span></button>
    <button type="button" class="card stack tight begin" @click=${() => startRun('smoke')}>${icon('flask-conical')}<b>Start a test
      run</b><span class="small">The suite smoke comes with the server and tests any page.</span></button>
  </div></section>`;

/** @param {Api.Usage} use */
const tokens = (use) => use.promptTokens + use.completionTokens;
const legend = html`<span class="legend" aria-hidden="true"><i class="read"></i>input tokens<i class="written"></i>output tokens</span>`;
/** @param {Api.Usage[]} uses */
const series = (uses) => [
  { name: 'input tokens', colour: '--c1', values: uses.map((use) => use.promptTokens) },
  { name: 'output tokens', colour: '--c2', values: uses.map((use) => use.completionTokens) },
];

/**
 * @param {string} name
 * @param {string} value
 * @param {unknown} note
 * @param {string} [href]
 */
const figure = (name, value, note, href) => {
  const inside = html`<span>${name}</span><b>${value}</b><small>${note}</small>`;
  return href ? html`<a class="card figure" href=${href}>${inside}</a>` : html`<div class="card figure">${inside}</div>`;
};

/** @param {Counts} counts */
const told = (counts) =>
  sum(counts)
    ? `${number(counts.running ?? 0)} running · ${number(FAILED.reduce((many, state) => many + (counts[state] ?? 0), 0))} failed`
    : 'none yet';

/** Test runs by the result of their tests, or by their status when there is none. @param {Counted} counted */
const results = ({ runs: { queued, running, failed, cancelled }, outcomes }) => ({
  queued, running, cancelled, passed: outcomes.passed, flaky: outcomes.flaky, 'tests failed': outcomes.failed, 'run failed': failed,
});

/** The filters of a list that shows what is counted for a state. @type {Record<string, string>} */
const FILTERS = { passed: 'outcome=passed', flaky: 'outcome=flaky', 'tests failed': 'outcome=failed', 'run failed': 'status=failed' };

/**
 * @param {string} title
 * @param {Counts} counts
 * @param {string} href
 * @param {string} none
 */
const states = (title, counts, href, none) => html`
  <section class="card flush"><div class="head"><h2>${title}</h2><a class="btn small quiet" href=${href}>All</a></div>
    ${sum(counts) ? '' : html`<p class="small none">${none}</p>`}<ul
      class="plain tally">${ORDER.filter((state) => counts[state]).map((state) => html`
      <li><a href="${href}?${FILTERS[state] ?? `status=${state}`}">${stateChip(state)}
        <span class="meter ${METERS[state]}"><i .style=${`--share:${(100 * counts[state]) / Math.max(1, sum(counts))}%`}></i></span><b
          class="num">${number(counts[state])}</b></a></li>`)}
    </ul></section>`;

/** @param {Counts} runs */
const runStates = (runs) => states('Test runs by result', runs, '/runs', 'No test runs yet.');

define(tag, Dashboard);
