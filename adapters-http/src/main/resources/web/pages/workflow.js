import { define, html, repeat } from '../ui/element.js';
import { del, get, post, stream } from '../api.js';
import { keyOf } from '../ui/approval.js';
import { confirmDialog } from '../ui/dialog.js';
import { sentence } from '../ui/error-text.js';
import { duration, exact, number, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { json } from '../ui/json.js';
import { Page, busy, since } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { problem, skeleton, stateChip } from '../ui/states.js';
import { taskChip } from '../ui/task-name.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/signal.js';
import { MOST_DRAWN } from '../ui/step-graph.js';
import '../ui/step-timeline.js';

export const tag = 'gh-workflow';

/** How long after an event the workflow is read again; a large one is read less often. */
const FOLLOW_MS = 500;
const FOLLOW_LARGE_MS = 5_000;
const TICK_MS = 1_000;

/**
 * @typedef {{
 *   workflow: Api.Workflow, chosen?: string, approvals: Api.Approval[], followed?: AbortSignal, timer?: ReturnType<typeof setTimeout>,
 *   clock?: ReturnType<typeof setInterval>,
 * }} Properties
 */

class Workflow extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  get path() {
    return `/web/api/v1/workflows/${this.params.id}`;
  }

  heading() {
    const { workflow } = this;
    const back = { href: '/tasks?kind=workflows', label: 'All workflows' };
    if (!workflow) return { title: 'Workflow', back };
    return {
      title: workflow.name, back, meta: stateChip(workflow.status),
      actions: workflow.status === 'running' ? html`<button class="btn danger" @click=${() => this.cancel()}>Cancel</button>`
        : workflow.status === 'completed' ? undefined : html`<button class="btn"
          @click=${(/** @type {Event} */ event) => busy(event, () => this.retry())}>${icon('rotate-ccw', 's')}Retry</button>`,
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearInterval(this.clock);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.workflow = await get(this.path, { signal });
    this.chosen ??= (
      this.workflow.steps.find(({ status }) => status === 'failed') ??
      this.workflow.steps.find(({ status }) => status === 'running') ??
      this.workflow.steps[0]
    ).name;
    clearTimeout(this.timer);
    clearInterval(this.clock);
    this.timer = undefined;
    const isRunning = this.workflow.status === 'running';
    this.approvals = isRunning ? await this.waitingCalls(signal) : [];
    if (isRunning && this.followed !== signal) this.follow(signal);
    if (isRunning && !signal.aborted) this.clock = setInterval(() => document.hidden || this.requestUpdate(), TICK_MS);
  }

  /** The calls of its steps that wait for the user; the page works without them. @param {AbortSignal} signal */
  async waitingCalls(signal) {
    const ids = new Set(this.workflow.steps.filter(({ status }) => status === 'running').map(({ taskId }) => taskId));
    try {
      /** @type {{ approvals: Api.Approval[] }} */
      const { approvals } = await get('/web/agent/api/approvals', { signal });
      return approvals.filter(({ taskId }) => ids.has(taskId));
    } catch {
      return [];
    }
  }

  /** Reads the workflow again soon after each of its events. @param {AbortSignal} signal */
  async follow(signal) {
    this.followed = signal;
    const wait = this.workflow.steps.length > MOST_DRAWN ? FOLLOW_LARGE_MS : FOLLOW_MS;
    try {
      for await (const { data } of stream(`${this.path}/events`, { signal, last: ['error'] })) {
        if (data.step === null && data.status !== 'running') break;
        this.timer ??= setTimeout(() => !signal.aborted && this.reload(), wait);
      }
      await this.reload();
    } catch (error) {
      if (!signal.aborted) Object.assign(this, { error, followed: undefined });
    }
  }

  /** Starts the steps that did not complete again, or a step and all after it. @param {string} [from] */
  async retry(from) {
    try {
      const made = await post(`${this.path}/retry`, from === undefined ? {} : { from });
      navigate(`/workflows/${made.id}`);
    } catch (error) {
      toastError(error);
    }
  }

  again() {
    this.chosen = undefined;
    super.again();
  }

  async cancel() {
    const agreed = await confirmDialog({
      title: 'Cancel this workflow?',
      text: 'Steps that have not ended are cancelled with their tasks.',
      action: 'Cancel the workflow',
    });
    if (!agreed) return;
    try {
      this.workflow = await del(this.path);
      toast('Workflow cancelled');
    } catch (error) {
      toastError(error);
    }
    this.requestUpdate();
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = name;
    this.requestUpdate();
  }

  waiting() {
    return html`<div class="cols three">${[1, 2, 3].map(() => skeleton(1, 'cardish'))}</div>${skeleton(1, 'chart')}${skeleton(3)}`;
  }

  content() {
    const { steps, createdAt, completedAt, retriedFrom, status } = this.workflow;
    /** @param {string} status */
    const many = (status) => steps.filter((step) => step.status === status).length;
    const rest = ['running', 'failed', 'skipped', 'cancelled', 'pending']
      .filter(many)
      .map((status) => `${number(many(status))} ${status}`)
      .join(' · ');
    return html`<div class="cols three">
        <div class="card figure"><span>Steps completed</span><b>${many('completed')} of ${steps.length}</b><small>${rest
          || 'all completed'}</small></div>
        <div class="card figure"><span>Duration</span><b>${duration(since({ startedAt: createdAt, completedAt }))}</b><small>${completedAt
          ? 'from start to end' : 'until now'}</small></div>
        <div class="card figure"><span>Started</span><b class="word">${time(createdAt)}</b><small>${exact(createdAt)}</small></div>
      </div>
      ${retriedFrom ? html`<p class="small">It repeats <a href="/workflows/${retriedFrom}">${retriedFrom}</a>.</p>` : ''}
      ${repeat(this.approvals, keyOf, (approval) => html`<gh-approval .approval=${approval}
        @gh-decided=${() => this.reload()}></gh-approval>`)}
      ${steps.length > MOST_DRAWN ? '' : html`<section class="card stack"><h2>Steps</h2>
        <gh-step-graph .steps=${steps} .chosen=${this.chosen}
          @choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail)}></gh-step-graph></section>`}
      ${details(steps.find(({ name }) => name === this.chosen), {
        choose: (name) => this.choose(name),
        retry: status === 'running' ? undefined : (name) => this.retry(name),
        signalled: () => this.reload(),
      })}
      <section class="card stack"><h2>Timeline</h2><gh-step-timeline class="stack" .steps=${steps} .chosen=${this.chosen}
        .now=${Date.now()}
        @choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail)}></gh-step-timeline></section>`;
  }
}

/**
 * @param {Api.WorkflowStep | undefined} step
 * @param {{ choose: (name: string) => void, retry?: (name: string) => unknown, signalled: () => unknown }} acts
 */
const details = (step, { choose, retry, signalled }) => (step ? html`<section class="card stack" aria-live="polite">
  <div class="head"><h2 class="wrap">${step.name}</h2>${taskChip({ ...step, type: step.taskType })}
    ${retry ? html`<button class="btn small" @click=${(/** @type {Event} */ event) =>
      busy(event, () => retry(step.name))}>${icon('rotate-ccw', 's')}Retry from this step</button>` : ''}</div>
  <dl class="pairs"><dt>Type</dt><dd>${step.taskType}</dd>
    ${step.dependsOn.length ? html`<dt>Depends on</dt>
      <dd class="row wraps tight">${step.dependsOn.map((name) =>
      html`<button class="link" @click=${() => choose(name)}>${name}</button>`)}</dd>` : ''}
    ${step.taskId ? html`<dt>Task</dt><dd><a href="/tasks/${step.taskId}">${step.taskId}</a></dd>` : ''}
    ${step.startedAt ? html`<dt>Started</dt><dd>${time(step.startedAt)}</dd><dt>Duration</dt><dd class="num">${duration(since(step))}</dd>`
      : ''}</dl>
  ${step.error ? problem({ title: 'The step failed', message: sentence(step.error.message) }) : ''}
  ${step.output ? html`<h3>Output</h3>${json(step.output, 'the output')}` : ''}</section>
  ${step.taskType === 'wait' && step.status === 'running' && step.taskId ? html`<gh-signal taskId=${step.taskId}
    @gh-signalled=${signalled}></gh-signal>` : ''}` : '');

define(tag, Workflow);
