import { define, html, repeat } from '../ui/element.js';
import { session } from '../state.js';
import { duration, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page, since } from '../ui/page.js';
import { isRun, nameOf, runsByTask, taskChip } from '../ui/task-name.js';
import { BUILT_IN } from '../ui/task-inputs.js';
import { filter, firstPage, more, remember, remembered } from '../ui/paged.js';
import { empty, skeleton, stateChip } from '../ui/states.js';
import { submitTask } from '../ui/submit-task.js';
import { workTabs } from '../ui/work-tabs.js';

export const tag = 'gh-tasks';

/** @type {[Kind, string, string][]} */
const KINDS = [
  ['tasks', 'Tasks', 'A task is one piece of work in the background: a prompt for the agent, a call of a tool, a test run.'],
  ['workflows', 'Workflows', 'A workflow is several tasks that wait for each other. Programs start it through the API.'],
  [
    'agent',
    'Agent tasks',
    'An agent task is work that the agent divides into steps and carries out. Ask for one in a chat with the agent.',
  ],
];
const STATES = {
  tasks: ['queued', 'running', 'completed', 'failed', 'cancelled'],
  workflows: ['running', 'completed', 'failed', 'cancelled'],
  agent: ['pending', 'running', 'completed', 'failed', 'cancelled'],
};
/** The filter for the tasks of all users. */
const ALL = 'all';
const OPEN = ['queued', 'running', 'pending'];
const FOLLOW_MS = 4_000;

/** @typedef {'tasks' | 'workflows' | 'agent'} Kind */

/**
 * @typedef {{
 *   kind: Kind, list: Ui.List, runs: Map<string, string>, filters: { status: string, type: string, owner: string },
 *   timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

class Tasks extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  constructor() {
    super();
    session.use(this);
  }

  addressed() {
    const kind = remembered('kind');
    this.kind = KINDS.find(([name]) => name === kind)?.[0] ?? 'tasks';
    this.filters = { status: remembered('status'), type: remembered('type'), owner: remembered('owner') };
  }

  heading() {
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
    Object.assign(this, { list, runs });
    clearTimeout(this.timer);
    if (list.items.some((/** @type {{ status: string }} */ { status }) => OPEN.includes(status)))
      this.timer = setTimeout(() => this.follow(signal), FOLLOW_MS);
  }

  /** Reads the rows that are shown again while one of its tasks is active. @param {AbortSignal} signal */
  follow(signal) {
    if (signal.aborted) return;
    if (document.hidden) this.timer = setTimeout(() => this.follow(signal), FOLLOW_MS);
    else this.reload();
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
    return firstPage('/api/tasks', 'tasks', { userId: own, status }, signal, this);
  }

  /** @param {Kind} kind */
  show(kind) {
    this.kind = kind;
    this.filters = { status: '', type: '', owner: this.filters.owner };
    remember({ kind, owner: this.filters.owner });
    this.again();
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
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
        : ''}${filter('Status', STATES[this.kind], this.filters.status, (value) => this.choose('status', value))}
        ${this.kind === 'tasks' ? filter('Type', types, this.filters.type, (value) => this.choose('type', value)) : ''}</div></div>
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
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}`;
  }

  nothing() {
    if (this.kind === 'workflows') return empty({ icon: 'workflow', title: 'No workflows yet',
      text: 'A workflow runs tasks that depend on each other. Start one with POST /api/v1/workflows, then watch its steps here.',
      action: html`<a class="btn" href="/docs">Open the API documentation</a>` });
    if (this.kind === 'agent') return empty({ icon: 'bot', title: 'No agent tasks yet',
      text: 'Choose “Agent with tasks” in a chat and ask for work of several steps: the agent makes a task that you can follow here.',
      action: html`<a class="btn main" href="/">Start a chat</a>` });
    return empty({ icon: 'list-todo', title: 'No tasks yet',
      text: 'A task runs in the background: an agent, a tool, a model or a test run.',
      action: html`<button class="btn main" @click=${submitTask}>${icon('plus')}Submit the first task</button>` });
  }

  tasks() {
    return table(['Task', 'Status', 'Type', 'Duration', 'Submitted'], this.list.items, (/** @type {Api.Task} */ task) => html`
      <td><a class="task-name" href=${this.runs.has(task.id) ? `/runs/${this.runs.get(task.id)}`
        : `/tasks/${task.id}`}>${nameOf(task)}</a></td><td>${taskChip(task)}</td>
      <td class="hide-s soft nowrap">${task.type}</td>
      <td class="num hide-s">${task.startedAt ? duration(since(task)) : '–'}</td><td class="num soft">${time(task.createdAt)}</td>`);
  }

  workflows() {
    return table(['Name', 'Status', 'Steps', 'Duration', 'Started'], this.list.items, (/** @type {Api.Workflow} */ workflow) => html`
      <td><a href="/workflows/${workflow.id}">${workflow.name}</a></td><td>${stateChip(workflow.status)}</td>
      <td class="hide-s"><span class="pips" role="img"
        aria-label=${told(workflow.steps)}>${workflow.steps.slice(0, 40)
        .map(({ name, status }) => html`<i class=${status} title="${name}: ${status}"></i>`)}</span></td>
      <td class="num hide-s">${duration(since({ startedAt: workflow.createdAt, completedAt: workflow.completedAt }))}</td>
        <td class="num soft">${time(workflow.createdAt)}</td>`);
  }

  agent() {
    return table(['Title', 'Status', 'Steps', 'Duration', 'Created'], this.list.items, (/** @type {Api.AgentTask} */ task) => html`
      <td><a href="/tasks/${task.id}?kind=agent">${task.title}</a></td><td>${stateChip(task.status)}</td>
      <td class="hide-s"><span class="pips" role="img"
        aria-label=${told(task.steps)}>${task.steps.map(({ title, status }) =>
        html`<i class=${status} title="${title}: ${status}"></i>`)}</span></td>
      <td class="num hide-s">${task.startedAt ? duration(since(task)) : '–'}</td><td class="num soft">${time(task.createdAt)}</td>`);
  }
}

/** @param {{ status: string }[]} steps */
const told = (steps) => `${steps.filter(({ status }) => status === 'completed').length} of ${steps.length} steps completed`;

/**
 * @template {{ id: string }} T
 * @param {string[]} names
 * @param {T[]} items
 * @param {(item: T) => unknown} cells
 */
const table = (names, items, cells) => html`<div class="table-box"><table class="table"><thead><tr>
    ${names.map((name, i) =>
      html`<th scope="col" class=${i === 2 ? 'hide-s' : i === 3 ? 'num hide-s' : i > 3 ? 'num' : ''}>${name}</th>`)}</tr></thead>
  <tbody>${repeat(items, ({ id }) => id, (item) => html`<tr class="go">${cells(item)}</tr>`)}</tbody></table></div>`;

define(tag, Tasks);
