import { define, html, repeat } from '../ui/element.js';
import { del, get, post } from '../api.js';
import { session } from '../state.js';
import { duration, number, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page, busy, since } from '../ui/page.js';
import { isRun, nameOf, runsByTask, taskChip } from '../ui/task-name.js';
import { BUILT_IN } from '../ui/task-inputs.js';
import { each } from '../ui/bulk.js';
import { confirmDialog } from '../ui/dialog.js';
import { filter, firstPage, more, refreshed, remember, remembered } from '../ui/paged.js';
import { retryMany } from '../ui/retry-many.js';
import { RowWindow } from '../ui/row-window.js';
import { DEFINITIONS, startDefinition } from '../ui/start-definition.js';
import { empty, skeleton, stateChip } from '../ui/states.js';
import { submitTask } from '../ui/submit-task.js';
import { toastError } from '../ui/toast-error.js';
import { workTabs } from '../ui/work-tabs.js';

export const tag = 'gh-tasks';

/** @type {[Kind, string, string][]} */
const KINDS = [
  ['tasks', 'Tasks', 'A task is one piece of work in the background: a prompt for the agent, a call of a tool, a test run.'],
  ['workflows', 'Workflows', 'A workflow is several tasks that wait for each other. A definition or a program starts it.'],
  ['definitions', 'Definitions', 'A definition is a workflow that is kept: start it when you need it.'],
  [
    'agent',
    'Agent tasks',
    'An agent task is work that the agent divides into steps and carries out. Ask for one in a chat with the agent.',
  ],
];
const STATES = {
  tasks: ['queued', 'running', 'completed', 'failed', 'cancelled'],
  workflows: ['running', 'completed', 'failed', 'cancelled'],
  definitions: [],
  agent: ['pending', 'running', 'completed', 'failed', 'cancelled'],
};
/** The filter for the tasks of all users. */
const ALL = 'all';
const OPEN = ['queued', 'running', 'pending'];
const FOLLOW_MS = 4_000;

/** @typedef {'tasks' | 'workflows' | 'definitions' | 'agent'} Kind */

/**
 * @typedef {{
 *   kind: Kind, list: Ui.List, runs: Map<string, string>, filters: { status: string, type: string, owner: string },
 *   selected: Set<string>, timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

class Tasks extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  #window = new RowWindow(this);

  constructor() {
    super();
    this.selected = new Set();
    session.use(this);
  }

  addressed() {
    const kind = remembered('kind');
    this.kind = KINDS.find(([name]) => name === kind)?.[0] ?? 'tasks';
    this.filters = { status: remembered('status'), type: remembered('type'), owner: remembered('owner') };
  }

  heading() {
    if (this.kind === 'definitions')
      return { title: 'Tasks', actions: html`<a class="btn main" href="/definitions/new">${icon('plus')}New definition</a>` };
    return { title: 'Tasks', actions: html`<button class="btn main" @click=${submitTask}>${icon('plus')}Submit a task</button>` };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { kind, filters } = this;
    const list = await this.read(kind, signal);
    const runs = kind === 'tasks' && list.items.some(isRun) ? await runsByTask(signal) : new Map();
    if (kind !== this.kind || filters !== this.filters) return;
    this.#window.reset();
    Object.assign(this, { list, runs });
    this.wait(signal);
  }

  /** Reads the list again soon while one of its tasks is active. @param {AbortSignal} signal */
  wait(signal) {
    const { items } = this.list;
    clearTimeout(this.timer);
    if (items.some((/** @type {{ status: string }} */ { status }) => OPEN.includes(status)))
      this.timer = setTimeout(() => this.follow(signal), FOLLOW_MS);
  }

  /** Reads the newest rows again. @param {AbortSignal} signal */
  async follow(signal) {
    if (signal.aborted) return;
    if (!document.hidden) {
      const { list } = this;
      try {
        const fresh = await refreshed(list, signal);
        // Meanwhile the user may have chosen another list, or made this one longer.
        if (list === this.list) Object.assign(this, { list: fresh });
        if (this.kind === 'tasks' && fresh.items.some(isRun)) this.runs = await runsByTask(signal);
      } catch {
        // The next time may succeed.
      }
      if (signal.aborted) return;
      this.requestUpdate();
    }
    this.wait(signal);
  }

  /**
   * @param {Kind} kind
   * @param {AbortSignal} signal
   * @returns {Promise<Ui.List>}
   */
  read(kind, signal) {
    const { status, type, owner } = this.filters;
    const own = session.user?.userId;
    const userId = owner === ALL ? '' : own;
    if (kind === 'tasks') return firstPage('/web/api/v1/tasks', 'tasks', { userId, status, type }, signal, this);
    if (kind === 'workflows') return firstPage('/web/api/v1/workflows', 'workflows', { userId, status }, signal, this);
    if (kind === 'definitions') return firstPage(DEFINITIONS, 'definitions', { userId }, signal, this);
    return firstPage('/api/tasks', 'tasks', { userId: own, status }, signal, this);
  }

  /** @param {Kind} kind */
  show(kind) {
    this.kind = kind;
    this.selected.clear();
    this.filters = { status: '', type: '', owner: this.filters.owner };
    remember({ kind, owner: this.filters.owner });
    this.again();
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    this.selected.clear();
    this.filters = { ...this.filters, [name]: value };
    remember({ kind: this.kind, ...this.filters });
    this.reload();
  }

  waiting() {
    return html`${this.choices()}<div class="card flush">${skeleton(8)}</div>`;
  }

  choices() {
    const types = [
      ...new Set([...BUILT_IN, ...(this.kind === 'tasks' ? (this.list?.items ?? []) : []).map(({ type }) => type).filter(Boolean)]),
    ];
    return html`${workTabs('/tasks')}
      <div class="head"><div class="seg" role="group" aria-label="What is listed">${KINDS.map(([kind, words]) => html`
        <button type="button" aria-pressed=${this.kind === kind} @click=${() => this.show(kind)}>${words}</button>`)}</div>
      <div class="row wraps tight filters">${session.isAdmin && this.kind !== 'agent' ? this.owners()
        : ''}${STATES[this.kind].length
          ? filter('Status', STATES[this.kind], this.filters.status, (value) => this.choose('status', value)) : ''}
        ${this.kind === 'tasks' ? html`${filter('Type', types, this.filters.type, (value) => this.choose('type', value))}<button class="btn"
          @click=${() => this.retryAll(types)}>${icon('rotate-ccw', 's')}Retry many</button>` : ''}</div></div>
      <p class="small">${KINDS.find(([kind]) => kind === this.kind)?.[2]}</p>`;
  }

  /** Only admins see tasks of other users. */
  owners() {
    const isAll = this.filters.owner === ALL;
    return html`<label class="filter"><span class="unseen">Owner</span>
      <select class="input" @change=${(/** @type {Ui.On} */ event) => this.choose('owner', event.target.value)}>
        <option value="" ?selected=${!isAll}>Owner: me</option>
          <option value=${ALL} ?selected=${isAll}>Owner: all</option></select></label>`;
  }

  content() {
    const { items } = this.list;
    const isFiltered = this.filters.status || this.filters.type;
    return html`${this.choices()}
      <div class="card flush">${items.length ? this[this.kind]() : isFiltered
        ? empty({ icon: 'filter', title: 'No matches', text: 'Choose other filters to see more.' }) : this.nothing()}</div>
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()), true)}
      ${this.kind === 'tasks' && this.selected.size ? this.bulk() : ''}`;
  }

  /** What can be done to the tasks that are selected. */
  bulk() {
    const chosen = this.list.items.filter((/** @type {Api.Task} */ { id }) => this.selected.has(id));
    const open = chosen.filter((/** @type {Api.Task} */ { status }) => OPEN.includes(status));
    const ended = chosen.filter((/** @type {Api.Task} */ { status }) => !OPEN.includes(status));
    return html`<div class="card row wraps tight bulk" role="group" aria-label="Selected tasks"><b class="grow">${number(chosen.length)}
        selected</b>
      ${open.length ? html`<button class="btn danger" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.cancel(open))}>Cancel ${number(open.length)}</button>` : ''}
      ${ended.length ? html`<button class="btn" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.retry(ended))}>Retry ${number(ended.length)}</button>` : ''}
      <button class="btn quiet" @click=${() => (this.selected.clear(), this.requestUpdate())}>Clear</button></div>`;
  }

  /** @param {Api.Task[]} tasks */
  async cancel(tasks) {
    const agreed = await confirmDialog({
      title: `Cancel ${plural(tasks.length, 'task')}?`,
      text: 'Their workers are interrupted. A cancelled task cannot be resumed.',
      action: `Cancel ${plural(tasks.length, 'task')}`,
    });
    if (!agreed) return;
    await each(tasks, ({ id }) => del(`/web/api/v1/tasks/${id}`), 'cancelled');
    this.done();
  }

  /** @param {Api.Task[]} tasks */
  async retry(tasks) {
    await each(tasks, ({ id }) => post(`/web/api/v1/tasks/${id}/retry`), 'queued again');
    this.done();
  }

  /** @param {string[]} types */
  async retryAll(types) {
    const { status, type } = this.filters;
    if (await retryMany(types, { status, type })) this.done();
  }

  async done() {
    this.selected.clear();
    await this.reload();
    await this.updateComplete;
    /** @type {HTMLElement | null} */
    const all = this.querySelector('th.pick input');
    if (document.activeElement === document.body) all?.focus();
  }

  /**
   * @param {string} id
   * @param {boolean} isSelected
   */
  select(id, isSelected) {
    if (isSelected) this.selected.add(id);
    else this.selected.delete(id);
    this.requestUpdate();
  }

  nothing() {
    if (this.kind === 'workflows') return empty({ icon: 'workflow', title: 'No workflows yet',
      text: 'A workflow runs tasks that depend on each other. Keep a definition and start it, then watch its steps here.',
      action: html`<a class="btn main" href="/definitions/new">${icon('plus')}New definition</a>` });
    if (this.kind === 'definitions') return empty({ icon: 'workflow', title: 'No definitions yet',
      text: 'A definition has the steps of a workflow, which agents, tools and people carry out one after the other.',
      action: html`<a class="btn main" href="/definitions/new">${icon('plus')}Make the first definition</a>` });
    if (this.kind === 'agent') return empty({ icon: 'bot', title: 'No agent tasks yet',
      text: 'Choose “Agent with tasks” in a chat and ask for work of several steps: the agent makes a task that you can follow here.',
      action: html`<a class="btn main" href="/">Start a chat</a>` });
    return empty({ icon: 'list-todo', title: 'No tasks yet',
      text: 'A task runs in the background: an agent, a tool, a model or a test run.',
      action: html`<button class="btn main" @click=${submitTask}>${icon('plus')}Submit the first task</button>` });
  }

  tasks() {
    const { items } = this.list;
    const isAll = items.every((/** @type {Api.Task} */ { id }) => this.selected.has(id));
    const all = html`<th scope="col" class="pick"><input type="checkbox" aria-label="Select all that are listed" .checked=${isAll}
      .indeterminate=${!isAll && this.selected.size > 0} @change=${() => {
        this.selected = new Set(isAll ? [] : items.map((/** @type {Api.Task} */ { id }) => id));
        this.requestUpdate();
      }}></th>`;
    return this.table(['Task', 'Status', 'Type', 'Duration', 'Submitted'], (/** @type {Api.Task} */ task) => html`
      <td class="pick"><input type="checkbox" aria-label="Select ${nameOf(task)}" .checked=${this.selected.has(task.id)}
        @change=${(/** @type {Ui.On} */ { target }) => this.select(task.id, target.checked)}></td>
      <td><a class="task-name" href=${this.runs.has(task.id) ? `/runs/${this.runs.get(task.id)}`
        : `/tasks/${task.id}`}>${nameOf(task)}</a></td><td>${taskChip(task)}</td>
      <td class="hide-s soft nowrap">${task.type}</td>
      <td class="num hide-s">${task.startedAt ? duration(since(task)) : '–'}</td><td class="num soft">${time(task.createdAt)}</td>`, all);
  }

  definitions() {
    return this.table(['Name', '', 'Steps', 'Version', 'Changed'], (/** @type {Api.ListedDefinition} */ definition) => html`
      <td><a href="/definitions/${definition.id}">${definition.name}</a></td>
      <td><button class="btn small above" aria-label="Start ${definition.name}" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.start(definition.id))}>${icon('play', 's')}Start</button></td>
      <td class="hide-s soft num">${number(definition.stepCount)}</td><td class="num hide-s">${definition.version}</td>
      <td class="num soft">${time(definition.updatedAt)}</td>`);
  }

  /** @param {string} id */
  async start(id) {
    try {
      startDefinition(await get(`${DEFINITIONS}/${id}`));
    } catch (error) {
      toastError(error);
    }
  }

  workflows() {
    return this.table(['Name', 'Status', 'Steps', 'Duration', 'Started'], (/** @type {Api.Workflow} */ workflow) => html`
      <td><a href="/workflows/${workflow.id}">${workflow.name}</a></td><td>${stateChip(workflow.status)}</td>
      <td class="hide-s"><span class="pips" role="img"
        aria-label=${told(workflow.steps)}>${workflow.steps.slice(0, 40)
        .map(({ name, status }) => html`<i class=${status} title="${name}: ${status}"></i>`)}</span></td>
      <td class="num hide-s">${duration(since({ startedAt: workflow.createdAt, completedAt: workflow.completedAt }))}</td>
        <td class="num soft">${time(workflow.createdAt)}</td>`);
  }

  agent() {
    return this.table(['Title', 'Status', 'Steps', 'Duration', 'Created'], (/** @type {Api.AgentTask} */ task) => html`
      <td><a href="/tasks/${task.id}?kind=agent">${task.title}</a></td><td>${stateChip(task.status)}</td>
      <td class="hide-s"><span class="pips" role="img"
        aria-label=${told(task.steps)}>${task.steps.map(({ title, status }) =>
        html`<i class=${status} title="${title}: ${status}"></i>`)}</span></td>
      <td class="num hide-s">${task.startedAt ? duration(since(task)) : '–'}</td><td class="num soft">${time(task.createdAt)}</td>`);
  }

  /**
   * @template {{ id: string }} T
   * @param {string[]} names
   * @param {(item: T) => unknown} cells
   * @param {unknown} [first] the heading of a column before the others
   */
  table(names, cells, first = '') {
    const bodies = this.#window.bodies(this.list.items, names.length + 1, (items) =>
      repeat(items, ({ id }) => id, (item) => html`<tr class="go">${cells(item)}</tr>`));
    return html`<div class="table-box"><table class="table"><thead><tr>${first}${names.map((name, i) =>
      html`<th scope="col" class=${i === 2 ? 'hide-s' : i === 3 ? 'num hide-s' : i > 3 ? 'num' : ''}>${name
        || html`<span class="unseen">Actions</span>`}</th>`)}</tr></thead>${bodies}</table></div>`;
  }
}

/** @param {{ status: string }[]} steps */
const told = (steps) => `${steps.filter(({ status }) => status === 'completed').length} of ${steps.length} steps completed`;

define(tag, Tasks);
