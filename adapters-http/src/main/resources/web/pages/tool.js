import { define, html, nothing } from '../ui/element.js';
import { get, post } from '../api.js';
import { session } from '../state.js';
import { duration, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { adviceOf, isReady } from '../ui/integration.js';
import { json } from '../ui/json.js';
import { Page, busy } from '../ui/page.js';
import { empty, chip, problem, skeleton, stateChip } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { toolSwitch } from '../ui/tool-switch.js';
import '../ui/markdown.js';
import '../ui/schema-form.js';

export const tag = 'gh-tool';

const MOST_EXECUTIONS = 20;
/** @type {Record<string, string>} */
const LOOKS = { active: 'good', quarantined: 'warn', deprecated: '' };

/**
 * @typedef {{
 *   name: string, description: string, version: string, status: string, integration: string, requiredScopes: string[],
 *   inputSchema: Api.Schema, warnings: { field: string, message: string }[],
 * }} RegisteredTool
 *
 * @typedef {{
 *   status: string, error?: Api.Failure, parameters: unknown, durationMs: number, startedAt: string,
 * }} Execution
 */

/**
 * @typedef {{
 *   tool: RegisteredTool, integration?: Api.Integration, agents?: import('../ui/tool-switch.js').AgentTool, executions: Execution[],
 *   done?: { result: unknown, durationMs: number }, failed?: Api.Failure, isRunning?: boolean,
 * }} Properties
 */

class Tool extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  get path() {
    return `/web/api/v1/tools/${this.params.id}`;
  }

  heading() {
    const { tool } = this;
    const back = { href: '/tools', label: 'All tools' };
    return tool ? { title: tool.name, back, meta: html`<span class="small hide-s">${tool.version}</span>${tool.status === 'active' ? ''
      : chip(tool.status, LOOKS[tool.status])}` } : { title: 'Tool', back };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.tool = await get(this.path, { signal });
    const [integrations, agents, executions] = await Promise.all([
      get('/web/api/v1/integrations', { signal }),
      get(`/web/agent/api/tools/${encodeURIComponent(this.tool.name)}`, { signal }).catch((error) =>
        error.status === 404 ? undefined : Promise.reject(error),
      ),
      this.readExecutions(signal),
    ]);
    this.integration = integrations.integrations.find((/** @type {Api.Integration} */ { name }) => name === this.tool.integration);
    this.agents = agents;
    this.executions = executions;
  }

  again() {
    Object.assign(this, { tool: undefined, done: undefined, failed: undefined });
    super.again();
  }

  /**
   * @param {AbortSignal} [signal]
   * @returns {Promise<Execution[]>}
   */
  async readExecutions(signal) {
    return (await get(`${this.path}/executions?limit=${MOST_EXECUTIONS}`, { signal })).executions;
  }

  /** @param {Event} event */
  async execute(event) {
    event.preventDefault();
    /** @type {import('../ui/schema-form.js').SchemaForm | null} */
    const form = this.querySelector('gh-schema-form');
    const parameters = form?.values();
    if (!parameters || this.isRunning) return;
    Object.assign(this, { isRunning: true, done: undefined, failed: undefined });
    this.requestUpdate();
    try {
      this.done = await post(`${this.path}/execute`, { parameters });
    } catch (error) {
      this.failed = /** @type {Api.Failure} */ (error);
    }
    this.isRunning = false;
    this.executions = await this.readExecutions().catch(() => this.executions);
    this.requestUpdate();
  }

  waiting() {
    return html`${skeleton(2, 'line')}<div class="cols wide">${skeleton(1, 'chart')}${skeleton(1, 'chart')}</div>`;
  }

  content() {
    const { tool, integration, agents } = this;
    const isConnected = !integration || (isReady(integration) && integration.connected);
    return html`<gh-markdown class="soft" .isLive=${false} .text=${tool.description}></gh-markdown>
      <div class="row wraps tight"><a class="chip plain" href=${integration ? `/integrations/${tool.integration}`
        : `/tools?integration=${tool.integration}`}>${integration?.displayName ?? tool.integration}</a>
        ${tool.requiredScopes.map((scope) => chip(scope, 'plain'))}
        ${agents ? html`<span class="row tight end"><span
          class="small">The agent may use it</span>${toolSwitch(agents, (changed) =>
          ((this.agents = changed), this.requestUpdate()))}</span>` : ''}</div>
      ${this.mayApprove ? html`<div class="note warn">${icon('shield')}<span class="grow">Its server has added or changed it since the
        first import. Nobody can use it before it is approved.</span><button class="btn small"
        @click=${(/** @type {Event} */ event) => busy(event, () => this.approve())}>Approve</button></div>` : nothing}
      ${isConnected ? '' : html`<div class="note warn">${icon('plug')}<span class="grow">${isReady(integration)
        ? `Connect ${integration.displayName} to use this tool.` : adviceOf(integration)}</span>${isReady(integration)
        ? html`<a class="btn small" href="/integrations">Connect</a>` : ''}</div>`}
      <div class="cols wide try">
        <form class="card stack wide" @submit=${(/** @type {Event} */ event) => this.execute(event)}><h2>Try it out</h2>
          <gh-schema-form .schema=${tool.inputSchema}></gh-schema-form>
          <div><button class="btn main" aria-busy=${Boolean(this.isRunning)}
            ?disabled=${!isConnected}>${icon('play', 's')}Execute</button></div></form>
        <section class="card stack" aria-live="polite"><h2>Result</h2>${this.result()}</section>
      </div>
      <section class="card flush"><div class="head"><h2>Your executions</h2></div>
        ${this.executions.length ? html`<ul class="plain">${this.executions.map((each) => this.execution(each))}</ul>`
          : empty({ icon: 'clock', title: 'Not executed yet',
            text: 'What you and the agent execute is listed here for 90 days.' })}</section>
      <details class="card flush log"><summary>${icon('chevron-right', 's fold')}<b>Schema of the
        parameters</b></summary>${json(tool.inputSchema, 'the schema')}</details>${tool.warnings.length ? this.warnings() : ''}`;
  }

  /** @param {Execution} each */
  execution({ status, error, parameters, durationMs, startedAt }) {
    return html`<li><details class="files"><summary>${icon('chevron-right', 's fold')}${stateChip(status)}<code
        class="grow clip small">${error ? error.message : JSON.stringify(parameters)}</code><span
        class="small num hide-s">${duration(durationMs)}</span><span class="small">${time(startedAt)}</span></summary>
      <div class="stack execution">${error ? html`<p class="small bad wrap">${error.message}</p>` : nothing}
        ${json(parameters, 'the parameters of the execution')}</div></details></li>`;
  }

  /** Makes a quarantined definition the one that is used. */
  async approve() {
    try {
      await post(`${this.path}/approve`);
      toast(`${this.tool.name} can be used`);
    } catch (error) {
      toastError(error);
    }
    await this.reload();
  }

  /** Whether the definition waits for this user. */
  get mayApprove() {
    return this.tool.status === 'quarantined' && (session.isAdmin || this.integration?.visibility === 'private');
  }

  /** What a reader cannot see in the tool, and what its receivers get otherwise. */
  warnings() {
    return html`<section class="card flush"><div class="head"><h2>Warnings</h2></div>
      <ul class="items">${this.tool.warnings.map(({ field, message }) => html`<li><span class="grow small wrap"><code>${field}</code>
        ${message}</span></li>`)}</ul></section>`;
  }

  result() {
    if (this.isRunning) return skeleton(4, 'line');
    // The tool reports invalid parameters; the request itself succeeded.
    if (this.failed?.code === 'EXECUTION_FAILED')
      return html`<div class="row tight">${stateChip('failed')}</div><p class="wrap" role="alert">${this.failed.message}</p>`;
    if (this.failed) return problem(this.failed);
    if (!this.done) return html`<p class="small">Fill in the parameters and execute the tool to see its result here.</p>`;
    return html`<div class="row tight">${stateChip('completed')}<span
      class="small num">${duration(this.done.durationMs)}</span></div>${json(this.done.result, 'the result')}`;
  }
}

define(tag, Tool);
