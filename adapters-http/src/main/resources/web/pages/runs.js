import { define, html, repeat } from '../ui/element.js';
import { get } from '../api.js';
import { duration, number, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { filter, firstPage, more, remember, remembered } from '../ui/paged.js';
import { startRun } from '../ui/start-run.js';
import { chip, empty, skeleton, verdict } from '../ui/states.js';

export const tag = 'gh-runs';

const STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'];
const OUTCOMES = ['passed', 'flaky', 'failed'];
const FOLLOW_MS = 4_000;

/** @param {{ status: string }} run */
export const isActive = ({ status }) => status === 'queued' || status === 'running';

/**
 * @typedef {{
 *   list: Ui.List<Api.Run>, suites: Api.Suite[], filters: { status: string, outcome: string, suite: string },
 *   timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

class Runs extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, list: { state: true } };

  addressed() {
    this.filters = { status: remembered('status'), outcome: remembered('outcome'), suite: remembered('suite') };
  }

  heading() {
    return { title: 'Test runs', actions: html`<button class="btn main" @click=${() => startRun(this.filters.suite)}>${icon('play')}Start a
      run</button>` };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { filters } = this;
    const [list, { suites }] = await Promise.all([
      firstPage('/web/api/v1/runs', 'runs', filters, signal, this),
      this.suites ? { suites: this.suites } : get('/web/api/v1/suites', { signal }),
    ]);
    Object.assign(this, { suites });
    if (filters !== this.filters) return;
    this.list = list;
    clearTimeout(this.timer);
    if (list.items.some(isActive) && !document.hidden) this.timer = setTimeout(() => signal.aborted || this.reload(), FOLLOW_MS);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    this.filters = { ...this.filters, [name]: value };
    remember(this.filters);
    this.reload();
  }

  waiting() {
    return html`<div class="card flush">${skeleton(8)}</div>`;
  }

  content() {
    const isFiltered = Object.values(this.filters).some(Boolean);
    if (!this.list.items.length && !isFiltered) {
      return html`${this.suiteCards()}<div class="card">${empty({
        icon: 'flask-conical', title: 'No test runs yet',
        text: 'A run opens a page in a browser, carries out the tests of a suite and compares pictures with those that you approved.',
        action: html`<button class="btn main" @click=${() => startRun()}>${icon('play')}Start the first run</button>`,
      })}</div>`;
    }
    return html`${this.suiteCards()}
      <section class="stack"><div class="head"><h2>Runs</h2><div class="row wraps tight filters">
        ${filter('Suite', this.suites.map(({ name }) => name), this.filters.suite, (value) => this.choose('suite', value))}
        ${filter('Status', STATES, this.filters.status, (value) => this.choose('status', value))}
        ${filter('Outcome', OUTCOMES, this.filters.outcome, (value) => this.choose('outcome', value))}
      </div></div>
      <div class="card flush">${this.list.items.length ? this.table()
        : empty({ icon: 'filter', title: 'No matching runs', text: 'Choose other filters to see more runs.' })}</div>
      ${more(this.list, (list) => (this.list = list))}</section>`;
  }

  suiteCards() {
    return html`<section class="stack"><h2>Suites</h2><div class="cols fill">${this.suites.map((suite) => html`
      <a class="card stack tight" href="/suites/${suite.name}"><div class="row"><b
        class="grow clip">${suite.name}</b>${this.last(suite)}</div>
        <span class="small">${suite.error
          ?? `${plural(suite.testCount, 'test')}${suite.averageDuration ? ` · average ${duration(suite.averageDuration)}`
          : ''}`}</span></a>`)}</div></section>`;
  }

  /** The result of a suite's last run: known when the run is in the list of runs. @param {Api.Suite} suite */
  last({ lastRun }) {
    if (!lastRun) return chip('never run', 'plain');
    const run = this.list.items.find(({ runId }) => runId === lastRun.runId);
    return run ? verdict(run) : chip(lastRun.status, 'plain');
  }

  table() {
    return html`<div class="table-box"><table class="table"><thead><tr>
        <th scope="col">Suite</th><th scope="col">Result</th><th scope="col" class="hide-s">Target</th>
        <th scope="col" class="num hide-s">Tests</th><th scope="col" class="num">Duration</th><th scope="col" class="num">Started</th></tr>
          </thead>
      <tbody>${repeat(this.list.items, (run) => run.runId, (run) => html`<tr class="go">
        <td><a href="/runs/${run.runId}">${run.suite}</a></td><td>${verdict(run)}</td>
        <td class="hide-s soft target"><span class="clip">${run.target}</span></td>
        <td class="num hide-s">${run.results.total ? `${number(run.results.passed)} of ${number(run.results.total)}` : '–'}</td>
        <td class="num">${run.results.duration ? duration(run.results.duration) : '–'}</td><td class="num soft">${time(run.createdAt)}</td>
          </tr>`)}</tbody></table></div>`;
  }
}

define(tag, Runs);
