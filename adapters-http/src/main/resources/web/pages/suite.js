import { define, html } from '../ui/element.js';
import { get, post, withQuery } from '../api.js';
import { openDialog } from '../ui/dialog.js';
import { duration, number, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page, here } from '../ui/page.js';
import { startRun } from '../ui/start-run.js';
import { chip, empty, problem, skeleton, verdict } from '../ui/states.js';
import { bars } from '../ui/tests.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { navigate } from '../ui/router.js';
import '../ui/bar-chart.js';

export const tag = 'gh-suite';

const MOST_RUNS = 50;
const MOST_BASELINES = 200;
const OUTCOMES = [['passed', '--good'], ['flaky', '--warn'], ['failed', '--bad']];
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
/** @param {Api.Baseline} baseline */
const placeOf = ({ browser, platform, file, name }) => JSON.stringify([browser, platform, file, name]);

/** @typedef {{ suite: Api.Suite, tests: Api.SuiteTest[], runs: Api.Run[], baselines: Api.Baseline[] }} Properties */

class Suite extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  get path() {
    return `/web/api/v1/suites/${encodeURIComponent(this.params.id)}`;
  }

  heading() {
    return {
      title: this.params.id,
      back: { href: '/runs', label: 'All test runs' },
      meta: html`<span class="small hide-s">suite</span>`,
      actions: html`<button class="btn main" @click=${() => startRun(this.params.id)}>${icon('play')}Start a run</button>`,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const [suite, { tests }, { runs }, { baselines }] = await Promise.all([
      get(this.path, { signal }),
      get(`${this.path}/tests`, { signal }),
      get(withQuery('/web/api/v1/runs', { suite: this.params.id, limit: MOST_RUNS }), { signal }),
      get(withQuery(`${this.path}/baselines`, { limit: MOST_BASELINES }), { signal }),
    ]);
    Object.assign(this, { suite, tests, runs, baselines });
  }

  waiting() {
    return html`<div class="cols three">${[1, 2, 3].map(() => skeleton(1, 'cardish'))}</div>${skeleton(1, 'chart')}${skeleton(6)}`;
  }

  content() {
    const { suite, runs, tests } = this;
    const ended = runs.filter(({ outcome }) => outcome);
    const good = ended.filter(({ outcome }) => outcome !== 'failed').length;
    const flaky = tests.filter((test) => test.flaky).sort((a, b) => b.flakiness - a.flakiness);
    return html`
      ${suite.description ? html`<p class="soft">${suite.description}</p>` : ''}
      ${suite.error ? problem({ message: suite.error }, () => this.reload()) : ''}
      <div class="cols three">
        <div class="card figure"><span>Tests</span><b>${number(suite.testCount)}</b><small>${suite.browsers.join(', ')}</small></div>
        <div class="card figure"><span>Average duration</span><b>${duration(suite.averageDuration)}</b><small>of the newest completed
          runs</small></div>
        <div class="card figure"><span>Success rate</span><b>${ended.length ? `${Math.round((100 * good) / ended.length)} %`
          : '–'}</b><small>${ended.length ? `${good} of ${plural(ended.length, 'run')}` : 'no completed run yet'}</small></div>
      </div>
      ${runs.length ? html`${this.history(ended)}${this.flaky(flaky)}` : html`<div class="card">${empty({
        icon: 'flask-conical', title: 'This suite has not run yet',
          text: 'Its history, its flaky tests and its approved pictures appear here.',
        action: html`<button class="btn main" @click=${() => startRun(this.params.id)}>${icon('play')}Start the first run</button>`,
      })}</div>`}
      ${tests.length ? this.table() : ''}
      ${runs.length ? this.pictures() : ''}
      ${runs.length ? html`<section class="card flush"><div class="head">
        <h2>Runs</h2><a class="btn small quiet" href="/runs?suite=${this.params.id}">All runs</a></div>
        <ul class="items">${runs.slice(0, 10).map((run) =>
          html`<li class="go"><a href="/runs/${run.runId}">${verdict(run)}<span class="grow clip soft">${run.target}</span>
          <span class="small num hide-s">${run.results.duration ? duration(run.results.duration) : ''}</span><span
            class="small">${time(run.createdAt)}</span></a><span></span></li>`)}</ul></section>` : ''}`;
  }

  /** @param {Api.Run[]} ended */
  history(ended) {
    if (!ended.length) return '';
    const shown = [...ended].reverse();
    const series = OUTCOMES.map(([outcome, colour]) => ({
      name: outcome,
      colour,
      values: shown.map((run) => (run.outcome === outcome ? (run.results.duration ?? 0) : 0)),
    }));
    return html`<section class="card stack"><div class="head"><h2>Duration and outcome</h2>
        <span class="legend" aria-hidden="true">${OUTCOMES.map(([outcome]) => html`<i class=${outcome}></i>${outcome}`)}</span></div>
      <gh-bar-chart name="Duration and outcome of each run" .labels=${shown.map((run) => day.format(new Date(run.createdAt)))}
        .series=${series}
        .format=${(/** @type {number} */ value) => (value ? duration(value) : '0')}
          @pick=${(/** @type {CustomEvent} */ event) => navigate(`/runs/${shown[event.detail].runId}`)}></gh-bar-chart></section>`;
  }

  /** @param {Api.SuiteTest[]} flaky */
  flaky(flaky) {
    if (!flaky.length) return '';
    return html`<section class="card flush"><div class="head"><h2>Flaky tests</h2><span class="small">passed only after a retry</span></div>
      <ul class="items">${flaky.map((test) => html`<li><span class="grow"><span class="wrap">${test.title}</span><small
        class="where">${test.file}</small></span>
        ${bars(test.results)}<b class="num share warn">${Math.round(100 * test.flakiness)} %</b></li>`)}</ul></section>`;
  }

  table() {
    return html`<section class="card flush"><div class="head"><h2>Tests</h2></div><div class="table-box"><table class="table tests">
      <thead><tr><th scope="col">Test</th><th scope="col" class="num">Passed</th><th scope="col" class="num">Failed</th>
        <th scope="col" class="num hide-s">Average duration</th><th scope="col" class="hide-s">Last 20 runs</th></tr></thead>
      <tbody>${this.tests.map((test) => html`<tr><td><span class="wrap">${test.title}</span><small
        class="where">${test.browser} · ${test.file}</small></td>
        <td class="num">${test.passed + test.flaky}</td><td class="num ${test.failed ? 'bad' : ''}">${test.failed}</td>
        <td class="num hide-s">${duration(test.averageDuration)}</td><td class="hide-s">${bars(test.results)}</td></tr>`)}</tbody></table>
          </div></section>`;
  }

  pictures() {
    const current = this.baselines.filter((each) => each.current);
    return html`<section class="stack"><h2>Approved pictures</h2>
      ${current.length ? html`<ul class="plain baselines">${current.map((each) => {
        const versions = this.baselines.filter((other) => placeOf(other) === placeOf(each));
        return html`<li class="card flush"><button type="button" class="look" aria-label="Open ${each.name} and its history"
          @click=${() => this.open(each, versions)}>
            <img src=${here(each.url)} alt="" loading="lazy"></button>
          <div class="stack tight"><b class="clip">${each.name}</b><span
            class="small clip">${each.browser} · ${each.platform} · ${each.file}</span>
            <span class="row small"><span class="grow">${time(each.approvedAt)}</span>${plural(versions.length, 'version')}</span></div>
              </li>`;
      })}</ul>` : html`<div
        class="card">${empty({ icon: 'image', title: 'No approved pictures',
        text: 'Open a run and approve its pictures; the next runs are compared with them.' })}</div>`}</section>`;
  }

  /**
   * The history of one picture, newest first; a former version can be restored.
   *
   * @param {Api.Baseline} current
   * @param {Api.Baseline[]} versions
   */
  open(current, versions) {
    openDialog({
      title: current.name,
      wide: true,
      body: ({ close }) => html`<ol class="plain versions">${versions.map((version) => html`<li>
        <a href=${here(version.url)} target="_blank" rel="noopener"><img src=${here(version.url)}
          alt="${version.name}, approved ${version.approvedAt}" loading="lazy"></a>
        <div class="row wraps"><span>${version.current ? chip('current', 'good') : ''} ${time(version.approvedAt)}</span>
          ${version.runId ? html`<a class="grow" href="/runs/${version.runId}" @click=${() => close()}>Run</a>`
            : html`<span class="grow soft">restored</span>`}
          ${version.current ? ''
            : html`<button class="btn small" @click=${() => this.restore(version)
            .then(() => close())}>${icon('undo-2', 's')}Restore</button>`}</div></li>`)}</ol>`,
    });
  }

  /** @param {Api.Baseline} baseline */
  async restore({ browser, file, name, sha256 }) {
    try {
      await post(`${this.path}/baselines/restore`, { browser, file, name, sha256 });
      toast(`${name} restored for the next run`);
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }
}

define(tag, Suite);
