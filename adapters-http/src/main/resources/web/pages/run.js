import { define, html } from '../ui/element.js';
import { del, get, post, stream } from '../api.js';
import { confirmDialog } from '../ui/dialog.js';
import { sentence } from '../ui/error-text.js';
import { duration, number, plural } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { copy } from '../ui/copy.js';
import { Page, busy, since } from '../ui/page.js';
import { remember, remembered } from '../ui/paged.js';
import { isOpen, keyOf } from '../ui/review.js';
import { navigate } from '../ui/router.js';
import { runFiles } from '../ui/run-files.js';
import { problem, skeleton, verdict } from '../ui/states.js';
import { byWeight, failure, testTable } from '../ui/tests.js';
import { settleToasts, toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { isActive } from './runs.js';
import '../ui/menu.js';
import '../ui/comparison.js';

export const tag = 'gh-run';

const TICK_MS = 1_000;
const MOST_LOG = 60_000;
/** @type {{ tests: Api.SuiteTest[] }} */
const NO_HISTORY = { tests: [] };

/**
 * @typedef {{
 *   run: Api.Run, tests: Map<string, Api.RunTest>, screenshots: Map<string, Api.Screenshot>, artifacts: Map<string, Api.Artifact>,
 *   log: string, suite?: Api.Suite, history: { tests: Api.SuiteTest[] }, links?: Api.Links, hasAllPictures: boolean,
 *   isCut: boolean, words: string, only?: string,
 * }} Properties
 */

class Run extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  get path() {
    return `/web/api/v1/runs/${this.params.id}`;
  }

  addressed() {
    this.words = remembered('q');
    this.only = remembered('status') || undefined;
  }

  heading() {
    const { run } = this;
    if (!run) return { title: 'Test run', back: { href: '/runs', label: 'All test runs' } };
    return {
      title: run.suite,
      back: { href: '/runs', label: 'All test runs' },
      meta: html`<button class="link mono id hide-s" title="Copy the run ID"
        @click=${() => copy(run.runId, 'Run ID copied')}>${run.runId.slice(0, 12)}…</button>${verdict(run)}`,
      actions: isActive(run) ? html`<button class="btn danger" @click=${() => this.cancel()}>Cancel</button>` : html`
        ${run.results.failed || run.notRun.length
          ? html`<button class="btn hide-s" @click=${(/** @type {Event} */ event) =>
          busy(event, () => this.rerun({ only: 'failed' }))}>${icon('rotate-ccw', 's')}Rerun failed</button>` : ''}
        <button class="btn hide-s" @click=${(/** @type {Event} */ event) => busy(event, () => this.rerun({}))}>Rerun</button>
        <gh-menu class="show-s" label="More" .items=${[
          run.results.failed || run.notRun.length ? { label: 'Rerun failed', icon: 'rotate-ccw', run: () => this.rerun({ only: 'failed' }) }
            : undefined,
          { label: 'Rerun all tests', icon: 'play', run: () => this.rerun({}) },
        ]}></gh-menu>`,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const begins = this.run?.runId !== this.params.id;
    if (begins)
      Object.assign(this, {
        tests: new Map(),
        screenshots: new Map(),
        artifacts: new Map(),
        log: '',
        suite: undefined,
        history: NO_HISTORY,
        links: undefined,
      });
    Object.assign(this, { run: await get(this.path, { signal }) });
    const suite = `/web/api/v1/suites/${encodeURIComponent(this.run.suite)}`;
    const [pictures, files, details, history] = await Promise.all([
      get(`${this.path}/screenshots`, { signal }),
      get(`${this.path}/artifacts`, { signal }),
      get(suite, { signal }).catch(() => undefined),
      get(`${suite}/tests`, { signal }).catch(() => NO_HISTORY),
    ]);
    // What an earlier attempt of a test showed is not in the list of an ended run.
    if (!isActive(this.run)) this.screenshots.clear();
    pictures.screenshots.forEach((/** @type {Api.Screenshot} */ each) => this.screenshots.set(keyOf(each), each));
    this.hasAllPictures = !isActive(this.run);
    files.artifacts.forEach((/** @type {Api.Artifact} */ each) => this.artifacts.set(each.name, each));
    Object.assign(this, { suite: details, history });
    if (!isActive(this.run)) this.link(signal);
    if (begins || this.isCut) this.follow(signal);
  }

  /** Signed links, for the report and for tools that open traces by their address. @param {AbortSignal} signal */
  async link(signal) {
    if (!this.artifacts.size) return;
    this.links = await post(`${this.path}/links`, {}, { signal }).catch(() => undefined);
    this.requestUpdate();
  }

  /** @param {AbortSignal} signal */
  async follow(signal) {
    const isLive = isActive(this.run);
    this.isCut = false;
    const timer = isLive ? setInterval(() => this.requestUpdate(), TICK_MS) : undefined;
    try {
      for await (const { event, data } of stream(`${this.path}/events`, { signal, last: ['error'] })) {
        this.hear(event, data);
        this.requestUpdate();
        if (event === 'status' && !isActive(data)) break;
      }
      if (isLive) await this.reload();
    } catch (error) {
      if (!signal.aborted) Object.assign(this, { error, isCut: true });
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * @param {string} event
   * @param {any} data
   */
  hear(event, data) {
    if (event === 'test') this.tests.set(data.test, data);
    if (event === 'plan')
      data.tests.forEach(
        (/** @type {string} */ test, /** @type {number} */ i) =>
          this.tests.has(test) || this.tests.set(test, { test, ...data.names[i], status: 'pending', duration: 0, attempts: 0 }),
      );
    if (event === 'artifact') this.artifacts.set(data.name, data);
    if (event === 'log') Object.assign(this, { log: (this.log + data.text).slice(-MOST_LOG) });
    if (!isActive(this.run)) return;
    if (event === 'status') {
      const startedAt = this.run.startedAt ?? (data.status === 'running' ? new Date().toISOString() : null);
      Object.assign(this, { run: { ...this.run, ...data, startedAt } });
    }
    if (event === 'screenshot') this.screenshots.set(keyOf(data), data);
  }

  async cancel() {
    const agreed = await confirmDialog({
      title: 'Cancel this run?',
      text: 'Its browsers are closed and the tests that were not reached stay without a result.',
      action: 'Cancel the run',
    });
    if (!agreed) return;
    try {
      this.run = await del(this.path);
      toast('Run cancelled');
    } catch (error) {
      toastError(error);
    }
    this.requestUpdate();
  }

  /** @param {{ only?: string }} body */
  async rerun(body) {
    try {
      // The tests compare with what was approved before.
      await settleToasts();
      navigate(`/runs/${(await post(`${this.path}/rerun`, body)).runId}`);
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Api.Screenshot} screenshot */
  approved(screenshot) {
    this.screenshots.set(keyOf(screenshot), screenshot);
    this.requestUpdate();
  }

  waiting() {
    return html`<div class="cols">${skeleton(1, 'cardish')}${skeleton(1, 'cardish')}${skeleton(1, 'cardish')}</div>${skeleton(1,
      'chart')}${skeleton(6)}`;
  }

  content() {
    const { run } = this;
    const tests = this.testRows();
    const found = this.found(tests);
    const pictures = [...this.screenshots.values()];
    return html`${this.figures(tests)}
      ${run.error ? problem({ title: 'The run failed', message: sentence(run.error.message) }) : ''}
      ${isActive(run) ? this.progress(tests) : ''}
      ${pictures.length ? html`<gh-review .runId=${run.runId} .screenshots=${pictures} ?mayApprove=${this.hasAllPictures}
        @approved=${(/** @type {CustomEvent} */ event) => this.approved(event.detail)}></gh-review>` : ''}
      ${run.failures.length ? this.failures() : ''}
      ${tests.length ? html`<section class="card flush"><div class="head">
        <h2>Tests</h2><a class="btn small quiet" href="/suites/${run.suite}">Suite history</a></div>
        ${tests.length > 1 ? this.filters(tests) : ''}
        ${found.length ? testTable(found, { manyBrowsers: run.browsers.length > 1 })
          : html`<p class="none">No test matches.</p>`}</section>` : ''}
      ${this.artifacts.size
        ? runFiles([...this.artifacts.values()], this.tests, this.links, pictures.some(({ reason }) => reason === 'no_baseline')) : ''}
      ${this.log ? html`<details class="card flush log" ?open=${isActive(run)}>
        <summary>${icon('chevron-right', 's fold')}<b>Log</b></summary><pre tabindex="0">${this.log.trim()}</pre></details>` : ''}`;
  }

  testRows() {
    const histories = new Map(this.history.tests.map((each) => [each.test, each.results]));
    return [...this.tests.values()]
      .map((test) => ({ ...test, results: histories.get(test.test), note: this.waitsFor(test.test) }))
      .sort(byWeight);
  }

  /** The tests that match the words and the status. @param {Api.RunTest[]} tests */
  found(tests) {
    const words = this.words.trim().toLowerCase();
    return tests.filter(({ test, status }) => (!this.only || status === this.only) && test.toLowerCase().includes(words));
  }

  /** @param {Api.RunTest[]} tests */
  filters(tests) {
    const statuses = Object.entries(Object.groupBy(tests, ({ status }) => status)).map(([status, all]) => [
      status,
      `${capital(status)} ${all?.length}`,
    ]);
    /** @param {{ words?: string, only?: string }} change */
    const filter = (change) => {
      Object.assign(this, change);
      remember({ q: this.words, status: this.only });
      this.requestUpdate();
    };
    return html`<div class="head"><label class="search">${icon('search')}<span class="unseen">Search tests by title or file</span>
        <input class="input" type="search" maxlength="200" placeholder="Search tests by title or file" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => filter({ words: event.target.value })}></label>
      <div class="seg" role="group" aria-label="Which tests">${[[undefined, `All ${tests.length}`], ...statuses].map(([status, words]) =>
        html`
        <button type="button" aria-pressed=${this.only === status} @click=${() => filter({ only: status })}>${words}</button>`)}</div>
          </div>`;
  }

  /** The decisions that a user must make before a test can pass. @param {string} test */
  waitsFor(test) {
    const reasons = [...this.screenshots.values()].filter((each) => each.test === test && isOpen(each)).map(({ reason }) => reason);
    return reasons.includes('different')
      ? 'picture differs, needs approval'
      : reasons.includes('no_baseline')
        ? 'new picture, needs approval'
        : undefined;
  }

  /** @param {Api.RunTest[]} tests */
  figures(tests) {
    const { run, suite } = this;
    const { passed, failed, skipped } = run.results;
    const isLive = isActive(run);
    /** @param {string} status */
    const ended = (status) => tests.filter((test) => test.status === status).length;
    /** @type {[number, string][]} */
    const parts = isLive
      ? [[ended('passed') + ended('flaky'), 'passed'], [ended('failed'), 'failed'], [ended('pending'), 'pending']]
      : [[passed - run.flaky.length, 'passed'], [failed, 'failed'], [run.flaky.length, 'flaky'], [skipped, 'skipped']];
    const time = isLive ? since(run) : run.results.duration;
    return html`<div class="cols three">
      <div class="card figure"><span>Tests</span><b>${isLive && tests.length ? number(tests.length) : run.results.total
        ? number(run.results.total) : '–'}</b>
        <small>${parts.filter(([many]) => many).map(([many, words]) => `${number(many)} ${words}`).join(' · ') || 'loading'}</small></div>
      <div class="card figure"><span>Duration</span><b>${time ? duration(Math.max(0, time)) : '–'}</b><small>${suite?.averageDuration
        ? `average ${duration(suite.averageDuration)}` : isLive ? run.status : 'no earlier runs'}</small></div>
      <div class="card figure"><span>Target</span><a class="target" href=${run.target} target="_blank"
        rel="noopener noreferrer">${run.target.replace(/^https?:\/\//, '')}</a><small>${run.browsers.join(', ')}</small></div>
    </div>`;
  }

  /** @param {Api.RunTest[]} tests */
  progress(tests) {
    const done = tests.filter(({ status }) => status !== 'pending' && status !== 'running').length;
    const now = tests.filter(({ status }) => status === 'running');
    return html`<section class="card stack" aria-label="Progress">
      <div class="row"><span class="grow clip">${now.length ? now[0].title : this.run.status === 'queued' ? 'Waiting for a free slot'
        : tests.length ? 'Waiting for the next test' : 'Loading the suite'}</span>
        <span class="small num">${tests.length ? `${done} of ${tests.length}` : ''}</span></div>
      <div class="meter" role="progressbar" aria-label="Tests that have ended" aria-valuemin="0" aria-valuemax=${tests.length || 1}
        aria-valuenow=${done}>
        <i .style=${`--share:${(100 * done) / (tests.length || 1)}%`}></i></div>
    </section>`;
  }

  failures() {
    const { failures } = this.run;
    return html`<section class="stack"><h2>${plural(failures.length, 'failure')}</h2>
      ${failures.map((each) => {
        const { summary, place, text } = failure(each);
        const note = this.waitsFor(each.test);
        return html`<details class="card flush failure"><summary>${icon('chevron-right', 's fold')}<span
          class="grow"><b>${each.title}</b><small class=${note ? 'warn' : ''}>${note ? capital(note) : summary}</small></span>
          <code class="small hide-s">${place}</code></summary><pre tabindex="0">${text}</pre></details>`;
      })}</section>`;
  }
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

define(tag, Run);
