import { define, html, repeat } from '../ui/element.js';
import { del, get, post, stream, withQuery } from '../api.js';
import { keyOf } from '../ui/approval.js';
import { confirmDialog } from '../ui/dialog.js';
import { sentence } from '../ui/error-text.js';
import { duration, exact, number, plural, relative, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { json } from '../ui/json.js';
import { Page, busy, since } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { isRun, nameOf, promptOf, runsByTask, taskChip } from '../ui/task-name.js';
import { chip, problem, skeleton, stateChip } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/signal.js';
import '../ui/step-graph.js';
import '../ui/step-timeline.js';
import { barsOf, callBars, timeline } from '../ui/timeline.js';

export const tag = 'gh-task';

const NOT_FOUND = 404;
const TICK_MS = 1_000;
const FOLLOW_MS = 1_500;
const ENDED = ['completed', 'failed', 'cancelled'];
/** The types that wait without a worker while they run. */
const RESTING = ['sleep', 'wait'];
/** @param {{ status: string }} task */
const hasEnded = ({ status }) => ENDED.includes(status);

/** @typedef {{ id?: string, status: string, at: string, error?: Api.Failure | null }} TaskEvent */

/**
 * `task` is an `Api.Task`, or an `Api.AgentTask` when `isAgents` says so.
 *
 * @typedef {{
 *   task: any, isAgents?: boolean, events: TaskEvent[], chosen?: string, runId?: string, isCut: boolean,
 *   approvals: Api.Approval[], timer?: ReturnType<typeof setInterval>,
 * }} Properties
 */

/** A task of the queue, or one of the agent with its steps: their identifiers look alike, so the queue is asked first unless the
 * address says better. */
class Task extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  heading() {
    const { task } = this;
    const back = this.isAgents ? { href: '/tasks?kind=agent', label: 'All agent tasks' } : { href: '/tasks', label: 'All tasks' };
    if (!task) return { title: 'Task', back };
    return {
      title: task.title ?? nameOf(task),
      back,
      meta: this.isAgents ? stateChip(task.status) : taskChip(task),
      actions: html`${this.runId ? html`<a class="btn main" href="/runs/${this.runId}">Open the run</a>` : ''}${task.status === 'pending'
        ? html`<button class="btn main" @click=${(/** @type {Event} */ event) => busy(event, () => this.execute())}>Start the task</button>`
        : ''}
        ${hasEnded(task) ? html`<button class="btn"
          @click=${(/** @type {Event} */ event) => busy(event, () => this.retry())}>${icon('rotate-ccw', 's')}Retry</button>`
          : html`<button class="btn danger" @click=${() => this.cancel()}>Cancel</button>`}`,
    };
  }

  get path() {
    return this.isAgents ? withQuery('/api/tasks', { taskId: this.params.id }) : `/web/api/v1/tasks/${this.params.id}`;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const begins = this.task?.id !== this.params.id;
    if (begins) Object.assign(this, {
      isAgents: this.query?.get('kind') === 'agent', events: [], approvals: [], chosen: undefined, runId: undefined,
    });
    clearInterval(this.timer);
    try {
      this.task = await get(this.path, { signal });
    } catch (error) {
      if (/** @type {Api.Failure} */ (error).status !== NOT_FOUND || this.isAgents) throw error;
      this.isAgents = true;
      this.task = await get(this.path, { signal });
    }
    if (isRun(this.task)) this.runId ??= (await runsByTask(signal, this.task.input.suite)).get(this.task.id);
    if (this.isAgents && this.task.status === 'running') this.timer = setInterval(() => document.hidden || this.reload(), FOLLOW_MS);
    if (!this.isAgents && !hasEnded(this.task)) this.timer = setInterval(() => this.requestUpdate(), TICK_MS);
    if (!this.isAgents && !hasEnded(this.task)) this.approvals = await this.waitingCalls(signal);
    if (!this.isAgents && (begins || this.isCut)) this.follow(signal);
  }

  /** The calls of the task that wait for the user; the page works without them. @param {AbortSignal} signal */
  async waitingCalls(signal) {
    if (RESTING.includes(this.task.type)) return [];
    try {
      /** @type {{ approvals: Api.Approval[] }} */
      const { approvals } = await get('/web/agent/api/approvals', { signal });
      return approvals.filter(({ taskId }) => taskId === this.task.id);
    } catch {
      return this.approvals;
    }
  }

  /** @param {AbortSignal} signal */
  async follow(signal) {
    const wasOpen = !hasEnded(this.task);
    Object.assign(this, { isCut: false, events: [] });
    try {
      for await (const { id, data } of stream(`/web/api/v1/tasks/${this.params.id}/events`, { signal, last: [...ENDED, 'error'] })) {
        this.events.push({ id, ...data });
        if (wasOpen)
          this.task = { ...this.task, status: data.status, startedAt: this.task.startedAt ?? (data.status === 'running' ? data.at : null) };
        if (wasOpen && data.status === 'queued' && this.events.length > 1) this.paused(signal);
        this.requestUpdate();
      }
      if (wasOpen) await this.reload();
    } catch (error) {
      if (!signal.aborted) Object.assign(this, { error, isCut: true });
    }
  }

  /** Reads why a task that ran is in the queue again: it pauses, or a call waits for the user. @param {AbortSignal} signal */
  async paused(signal) {
    try {
      const task = await get(this.path, { signal });
      this.approvals = await this.waitingCalls(signal);
      if (!hasEnded(this.task)) this.task = task;
    } catch {
      // The end of the stream reads the task again.
    }
    this.requestUpdate();
  }

  async execute() {
    try {
      await post(`/web/agent/api/tasks/${this.params.id}/execute`);
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  /** Makes a new task of the same form. */
  async retry() {
    try {
      const made = this.isAgents ? await this.repeat() : await post(`/web/api/v1/tasks/${this.params.id}/retry`);
      navigate(`/tasks/${made.id}${this.isAgents ? '?kind=agent' : ''}`);
    } catch (error) {
      toastError(error);
    }
  }

  async repeat() {
    /** @type {{ task: Api.AgentTask }} */
    const { task } = this;
    const { title, description, userId, chatId, steps } = task;
    const body = {
      title,
      description,
      userId,
      ...(chatId ? { chatId } : {}),
      steps: steps.map((step) => ({ title: step.title, description: step.description, dependencies: step.dependencies })),
    };
    const made = await post('/web/agent/api/tasks', body);
    await post(`/web/agent/api/tasks/${made.id}/execute`);
    return made;
  }

  async cancel() {
    const agreed = await confirmDialog({
      title: 'Cancel this task?',
      text: 'Its worker is interrupted. A cancelled task cannot be resumed.',
      action: 'Cancel the task',
    });
    if (!agreed) return;
    try {
      this.task = await del(this.path);
      toast('Task cancelled');
    } catch (error) {
      toastError(error);
    }
    this.requestUpdate();
  }

  waiting() {
    return html`${skeleton(1, 'cardish')}${skeleton(1, 'chart')}`;
  }

  content() {
    return this.isAgents ? this.agents() : this.queued();
  }

  queued() {
    /** @type {{ task: Api.Task }} */
    const { task } = this;
    const prompt = promptOf(task);
    return html`${hasEnded(task) ? '' : html`<p class="soft wrap" role="status">${this.approvals.length ? 'Waits for your decision.'
      : stateInWords(task)}</p>`}
      ${hasEnded(task) ? '' : repeat(this.approvals, keyOf, (approval) => html`<gh-approval .approval=${approval}
        @gh-decided=${() => this.reload()}></gh-approval>`)}
      ${task.type === 'wait' && !hasEnded(task) ? html`<gh-signal taskId=${task.id} .input=${task.input}
        @gh-signalled=${() => this.reload()}></gh-signal>` : ''}
      ${task.error ? problem({ title: 'The task failed', message: sentence(task.error.message) }) : ''}
      ${task.output ? html`<section class="card stack"><h2>Result</h2>${result(task.output)}</section>` : ''}
      <section class="card stack"><h2>Input</h2>${prompt
        ? html`<p class="said">${prompt}</p><details class="extra">
        <summary class="small">The whole input</summary>${json(task.input, 'the input')}</details>`
        : json(task.input, 'the input')}</section>
      <section class="card stack"><h2>Details</h2>
        <dl class="pairs"><dt>Type</dt><dd>${task.type}</dd><dt>Submitted</dt><dd>${exact(task.createdAt)}</dd>
          ${task.startedAt ? html`<dt>Started</dt><dd>${exact(task.startedAt)}</dd>` : ''}${task.completedAt
            ? html`<dt>Duration</dt><dd class="num">${task.startedAt ? duration(since(task)) : 'did not start'}</dd>` : ''}
          ${task.startAt ? html`<dt>Starts at</dt><dd>${exact(task.startAt)}</dd>` : ''}
          <dt>Attempts</dt><dd class="num">${number(task.attempts)}${task.retry ? ` of ${number(task.retry.maxAttempts)}` : ''}</dd>
            <dt>Timeout</dt><dd class="num">${duration(task.ttl * 1000)}</dd>
            <dt>Priority</dt><dd class="num">${task.priority}</dd>
          <dt>Tools</dt><dd>${task.tools.length ? task.tools.map((tool) => html`<span class="chip plain">${tool}</span> `) : 'none'}</dd>
          ${task.agentId ? html`<dt>Agent</dt><dd class="mono">${task.agentId}</dd>` : ''}
          ${task.output?.toolsUsed?.length ? html`<dt>Tools used</dt>
            <dd>${task.output.toolsUsed.map((/** @type {string} */ tool) => html`<span class="chip plain">${tool}</span> `)}</dd>` : ''}
          ${task.concurrency ? html`<dt>Limit</dt><dd class="wrap">${number(task.concurrency.limit)} at the same time with the key
            ${task.concurrency.key}</dd>` : ''}
          ${task.retriedFrom ? html`<dt>Repeats</dt><dd><a href="/tasks/${task.retriedFrom}">${task.retriedFrom}</a></dd>` : ''}
          ${task.workflowId ? html`<dt>Part of</dt>
            <dd><a href="/${task.workflowId.startsWith('wf_') ? 'workflows' : 'tasks'}/${task.workflowId}">${task.workflowId}</a></dd>`
            : ''}
          <dt>ID</dt><dd class="mono">${task.id}</dd></dl></section>
      ${this.events.length ? html`<section class="card stack"><div class="head"><h2>Timeline</h2>${this.events.at(-1)
        ? stateChip(this.events.at(-1)?.status) : ''}</div>${timeline([...barsOf(this.events, RESTING.includes(task.type)),
        ...callBars(task, this.events)])}</section>` : ''}`;
  }

  agents() {
    /** @type {{ task: Api.AgentTask }} */
    const { task } = this;
    const steps = task.steps.map((step) => ({ ...step, name: step.title, dependsOn: step.dependencies }));
    const chosen = steps.find(({ name }) => name === this.chosen) ?? steps.find(({ status }) => status === 'running') ?? steps[0];
    return html`${task.description && task.description !== task.title ? html`<p class="soft wrap">${task.description}</p>` : ''}
      <p class="small">${plural(steps.length, 'step')} · created ${time(task.createdAt)}${task.startedAt ? ` · ${duration(since(task))}`
        : ''}${task.chatId ? html` · <a href="/chats/${task.chatId}">Chat</a>` : ''}</p>
      ${task.result ? html`<section class="card stack"><h2>Result</h2><p class="said">${task.result}</p></section>` : ''}
      ${chosen ? html`<section class="card stack"><h2>Steps</h2><gh-step-graph .steps=${steps} .chosen=${chosen.name}
        @choose=${(/** @type {CustomEvent} */ event) => ((this.chosen = event.detail), this.requestUpdate())}></gh-step-graph>
        ${task.startedAt ? html`<gh-step-timeline class="stack" .steps=${steps} .chosen=${chosen.name}
          @choose=${(/** @type {CustomEvent} */ event) => ((this.chosen = event.detail), this.requestUpdate())}></gh-step-timeline>`
          : ''}</section>
        <section class="card stack"><div class="head"><h2 class="wrap">${chosen.title}</h2>${stateChip(chosen.status)}</div>
          ${chosen.description && chosen.description !== chosen.title ? html`<p class="soft wrap">${chosen.description}</p>` : ''}
          ${chosen.error ? problem({ title: 'The step failed', message: sentence(chosen.error.message) }) : ''}
          ${chosen.result ? html`<p class="said">${chosen.result}</p>` : ''}
          <div class="row wraps tight">${task.agents.filter(({ stepId }) => stepId === chosen.id)
            .map((agent) => chip(`agent ${agent.status}`, 'plain'))}</div></section>` : ''}`;
  }
}

/** What a task that has not ended waits for, or how long it has run. @param {Api.Task} task */
function stateInWords(task) {
  const { status, startAt, retryAt, attempts, concurrency, input } = task;
  /** @param {string} iso */
  const at = (iso) => html`<time datetime=${iso} title=${exact(iso)}>${relative(iso)}</time>`;
  /** @param {string | null | undefined} iso */
  const isAhead = (iso) => iso && Date.parse(iso) > Date.now();
  if (status === 'queued' && retryAt && isAhead(retryAt)) return html`Attempt ${attempts} failed. The next one begins ${at(retryAt)}.`;
  if (status === 'queued' && startAt && isAhead(startAt)) return html`Starts ${at(startAt)}.`;
  if (status === 'queued' && concurrency)
    return `Waits until fewer than ${plural(concurrency.limit, 'task')} with the key “${concurrency.key}” run.`;
  if (status === 'queued') return 'Waits for a free worker.';
  const soFar = duration(Math.max(0, since(task) ?? 0));
  if (task.type !== 'wait') return html`Running for ${soFar}.`;
  const ends = input.timeoutSeconds ? ` It fails after ${duration(input.timeoutSeconds * 1000)}.` : '';
  return html`Has waited for ${soFar}.${ends}`;
}

/** @param {Record<string, any>} output */
const runInWords = ({ runId, results }) =>
  runId && results ? `${number(results.passed)} of ${plural(results.total, 'test')} passed.` : undefined;

/** Text of a model or an agent is shown as text; other values as JSON. @param {Record<string, any>} output */
const result = (output) => {
  const words = output.result ?? output.content ?? runInWords(output);
  if (typeof words !== 'string') return json(output, 'the result');
  return html`<p class="said">${words}</p><details class="extra">
    <summary class="small">The whole output</summary>${json(output, 'the result')}</details>`;
};

define(tag, Task);
