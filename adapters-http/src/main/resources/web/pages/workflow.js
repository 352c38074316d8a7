import { define, html } from '../ui/element.js';
import { del, get } from '../api.js';
import { confirmDialog } from '../ui/dialog.js';
import { sentence } from '../ui/error-text.js';
import { duration, exact, number, time } from '../ui/format.js';
import { json } from '../ui/json.js';
import { Page, since } from '../ui/page.js';
import { problem, skeleton, stateChip } from '../ui/states.js';
import { taskChip } from '../ui/task-name.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/step-graph.js';

export const tag = 'gh-workflow';

const FOLLOW_MS = 1_500;

/** @typedef {{ workflow: Api.Workflow, chosen?: string, timer?: ReturnType<typeof setTimeout> }} Properties */

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
      actions: workflow.status === 'running' ? html`<button class="btn danger" @click=${() => this.cancel()}>Cancel</button>` : undefined,
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
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
    if (this.workflow.status === 'running') this.timer = setTimeout(() => this.follow(signal), FOLLOW_MS);
  }

  /** @param {AbortSignal} signal */
  follow(signal) {
    if (signal.aborted) return;
    if (document.hidden) this.timer = setTimeout(() => this.follow(signal), FOLLOW_MS);
    else this.reload();
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
    const { steps, createdAt, completedAt } = this.workflow;
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
      <section class="card stack"><h2>Steps</h2>
        <gh-step-graph .steps=${steps} .chosen=${this.chosen}
          @choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail)}></gh-step-graph></section>
      ${details(steps.find(({ name }) => name === this.chosen), (name) => this.choose(name))}`;
  }
}

/**
 * @param {Api.WorkflowStep | undefined} step
 * @param {(name: string) => void} choose
 */
const details = (step, choose) => (step ? html`<section class="card stack" aria-live="polite">
  <div class="head"><h2 class="wrap">${step.name}</h2>${taskChip({ ...step, type: step.taskType })}</div>
  <dl class="pairs"><dt>Type</dt><dd>${step.taskType}</dd>
    ${step.dependsOn.length ? html`<dt>Depends on</dt>
      <dd class="row wraps tight">${step.dependsOn.map((name) =>
      html`<button class="link" @click=${() => choose(name)}>${name}</button>`)}</dd>` : ''}
    ${step.taskId ? html`<dt>Task</dt><dd><a href="/tasks/${step.taskId}">${step.taskId}</a></dd>` : ''}
    ${step.startedAt ? html`<dt>Started</dt><dd>${time(step.startedAt)}</dd><dt>Duration</dt><dd class="num">${duration(since(step))}</dd>`
      : ''}</dl>
  ${step.error ? problem({ title: 'The step failed', message: sentence(step.error.message) }) : ''}
  ${step.output ? html`<h3>Output</h3>${json(step.output, 'the output')}` : ''}</section>` : '');

define(tag, Workflow);
