import { define, html, nothing, repeat } from '../ui/element.js';
import { del, get, post } from '../api.js';
import { session } from '../state.js';
import { answeredConsent, connect } from '../ui/connect.js';
import { confirmDialog } from '../ui/dialog.js';
import { number, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { integrationDialog } from '../ui/integration-form.js';
import { INTEGRATIONS, adviceOf, isOwn, isReady, isUnconnected, logo, redirectAddress, stateOf } from '../ui/integration.js';
import { Page, busy } from '../ui/page.js';
import { plain } from '../ui/plain.js';
import { navigate } from '../ui/router.js';
import { chip, empty, problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/markdown.js';
import '../ui/menu.js';

export const tag = 'gh-integration';

const FOLLOW_MS = 1_500;
const LONGEST_FOLLOW_MS = 10_000;
/** How often a page looks whether a refresh has ended: a server may take its time. */
const MOST_WAITS = 12;
const ROWS = 50;
/** @type {Record<string, string>} */
const KINDS = { builtin: 'Part of this server', http: 'HTTP API', openapi: 'API of an OpenAPI document', mcp: 'MCP server' };
/** @type {Record<string, string>} */
const SOURCES = { builtin: 'this server', manifest: 'a manifest of the operator', http: 'added in the page or over HTTP' };
/** @type {Record<string, string>} */
const SIGN_INS = { none: 'none', apiKey: 'a key of each user', oauth2: 'OAuth, of each user' };
/** @type {Record<string, [string, string]>} */
const EFFECTS = { read: ['reads', 'plain'], write: ['writes', 'plain'], destructive: ['may destroy', 'warn'] };

/** @typedef {{ integration: Api.IntegrationDetails, told?: string, timer?: ReturnType<typeof setTimeout> }} Properties */

class Integration extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  words = '';
  shown = ROWS;
  shownOut = ROWS;
  /** When its tools were read before they are read again; undefined while nobody waits for that. @type {string | null | undefined} */
  refreshed;
  /** How often the page has waited for the state to change. */
  waits = 0;

  get path() {
    return `${INTEGRATIONS}/${encodeURIComponent(this.params.id)}`;
  }

  connectedCallback() {
    super.connectedCallback();
    this.told = answeredConsent();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  heading() {
    const { integration } = this;
    const back = { href: '/integrations', label: 'All integrations' };
    if (!integration) return { title: 'Integration', back };
    return { title: integration.displayName, back, meta: stateOf(integration), actions: this.actions(integration) };
  }

  /** @param {Api.IntegrationDetails} integration */
  actions(integration) {
    const isAdmins = session.isAdmin && integration.source === 'manifest';
    if (!isOwn(integration) && !isAdmins) return nothing;
    return html`<button class="btn" aria-label="Refresh" aria-busy=${integration.state === 'connecting'}
        @click=${(/** @type {Event} */ event) => busy(event, () => this.refresh())}>${icon('refresh-cw')}<span
        class="hide-s">Refresh</span></button>
      ${isOwn(integration) ? html`<gh-menu label="More about ${integration.displayName}" .items=${() => [
        { label: 'Change', icon: 'pencil', run: () => this.change() },
        { separator: true },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.deleteIntegration() },
      ]}></gh-menu>` : nothing}`;
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.integration = await get(this.path, { signal });
    this.follow(signal);
  }

  /** Reads a state that will change by itself again, less and less often. @param {AbortSignal} signal */
  follow(signal) {
    clearTimeout(this.timer);
    const { state, checkedAt, connectedAt, tools } = this.integration;
    // The tools of a server that wants a sign-in are read when its user is back from the provider.
    const isFirst = connectedAt && !tools.length && (checkedAt ?? '') < connectedAt;
    const isRefreshing = (isFirst || (this.refreshed !== undefined && this.refreshed === checkedAt)) && this.waits < MOST_WAITS;
    if (state !== 'connecting' && !isRefreshing) return void Object.assign(this, { waits: 0, refreshed: undefined });
    this.timer = setTimeout(() => signal.aborted || this.reload(), Math.min(LONGEST_FOLLOW_MS, FOLLOW_MS * 1.3 ** this.waits));
    this.waits += 1;
  }

  /**
   * Does what changes the integration, and shows it anew.
   *
   * @param {() => Promise<unknown>} act
   */
  async changing(act) {
    try {
      await act();
    } catch (error) {
      toastError(error);
    }
    await this.reload();
  }

  refresh() {
    Object.assign(this, { waits: 0, refreshed: this.integration.checkedAt });
    return this.changing(() => post(`${this.path}/refresh`));
  }

  async change() {
    if (await integrationDialog(this.integration)) await this.reload();
  }

  async deleteIntegration() {
    const { displayName, visibility } = this.integration;
    const ended = visibility === 'shared' ? 'the connections of all users to it end' : 'your connection ends';
    const isAgreed = await confirmDialog({
      title: `Delete ${displayName}?`,
      text: `Its tools can no longer be used, and ${ended}.`,
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast(`${displayName} is deleted`);
      navigate('/integrations', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  connect() {
    return this.changing(() => connect(this.integration, `/integrations/${this.params.id}`));
  }

  async disconnect() {
    const { displayName } = this.integration;
    const text = 'The agent can no longer use its tools. You can connect it again.';
    if (await confirmDialog({ title: `Disconnect ${displayName}?`, text, action: 'Disconnect' }))
      await this.changing(() => del(`${this.path}/disconnect`));
  }

  /** Approves one after the other; what fails ends it. @param {Api.OfferedTool[]} tools */
  approve(tools) {
    return this.changing(async () => {
      for (const { id } of tools) await post(`/web/api/v1/tools/${encodeURIComponent(id)}/approve`);
      toast(tools.length === 1 ? `${tools[0]?.name} can be used` : `${plural(tools.length, 'tool')} can be used`);
    });
  }

  waiting() {
    return html`${skeleton(2, 'line')}<div class="cols">${skeleton(1, 'chart')}${skeleton(1, 'chart')}</div>`;
  }

  content() {
    const { integration } = this;
    const waiting = integration.tools.filter(({ status }) => status === 'quarantined');
    return html`${this.told ? problem({ message: this.told }) : nothing}
      <div class="row">${logo(integration)}<gh-markdown class="soft grow" .isLive=${false}
        .text=${integration.description ?? ''}></gh-markdown></div>
      ${this.stateNote()}
      ${this.facts()}
      ${waiting.length ? this.approvals(waiting) : nothing}
      ${this.tools(integration.tools.filter(({ status }) => status !== 'quarantined'))}
      ${integration.leftOut.length ? this.leftOut() : nothing}`;
  }

  /** What to do now; nothing when it can be used. */
  stateNote() {
    const { integration } = this;
    if (integration.state === 'connecting')
      return html`<div class="note" role="status">${icon('loader-circle', 'spin')}<span class="grow">Its tools are being read. This page
        shows them when they are there.</span></div>`;
    if (!isReady(integration))
      return html`<div class="note warn" role="status">${icon('triangle-alert')}<div class="grow stack tight"><span
        class="wrap">${adviceOf(integration)}</span>${redirectAddress(integration)}</div></div>`;
    if (!isUnconnected(integration)) return nothing;
    return html`<div class="note warn">${icon('plug')}<span class="grow">Connect ${integration.displayName} to use its tools. Only you can
      use your connection.</span><button class="btn main small" @click=${(/** @type {Event} */ event) =>
      busy(event, () => this.connect())}>Connect</button></div>`;
  }

  facts() {
    const { integration } = this;
    const { kind, source, visibility, auth, url, baseUrl, headerNames, clientId, checkedAt, connectedAt, sampling } = integration;
    /** @type {[string, unknown][]} */
    const pairs = [
      ['Kind', KINDS[kind] ?? kind],
      ['From', SOURCES[source] ?? source],
      ['Who can use it', visibility === 'shared' ? 'everyone' : 'only you'],
      ['Sign-in', SIGN_INS[auth]],
      ['Address', url],
      ['Address of the API', baseUrl],
      ['Headers', headerNames?.length ? `${headerNames.join(', ')} (values are not shown)` : undefined],
      ['OAuth client', clientId],
      ['Asks the model', sampling ? 'yes, at the cost of the user' : undefined],
      ['Read last', checkedAt ? time(checkedAt) : undefined],
      ['Connected', connectedAt ? html`${time(connectedAt)} <button class="btn small quiet"
        @click=${() => this.disconnect()}>Disconnect</button>` : undefined],
    ];
    return html`<section class="card"><dl class="pairs">${pairs.map(([name, value]) => (value === undefined || value === null ? nothing
      : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl></section>`;
  }

  /** @param {Api.OfferedTool[]} tools */
  approvals(tools) {
    return html`<section class="card flush"><div class="head wraps"><div class="grow"><h2>${plural(tools.length, 'tool')} to
        approve</h2><p class="small">New or changed since the first import. Nobody can use them before they are approved.</p></div>
        ${tools.length > 1 ? html`<button class="btn" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.approve(tools))}>${icon('check')}Approve all</button>` : nothing}</div>
      <ul class="items">${repeat(tools, ({ id }) => id, (tool) => html`<li class="go">${this.row(tool)}<button class="btn small"
        aria-label="Approve ${tool.name}"
        @click=${(/** @type {Event} */ event) => busy(event, () => this.approve([tool]))}>Approve</button></li>`)}</ul></section>`;
  }

  /** @param {Api.OfferedTool} tool */
  row({ id, name, description, effect }) {
    return html`<a href="/tools/${encodeURIComponent(id)}"><span class="grow"><b class="wrap">${name}</b><small
      class="about">${plain(description)}</small></span>${chip(...(EFFECTS[effect] ?? [effect, 'plain']))}</a>`;
  }

  /** @param {Api.OfferedTool[]} tools */
  tools(tools) {
    const words = this.words.trim().toLowerCase();
    const found = words ? tools.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(words)) : tools;
    return html`<section class="card flush"><div class="head wraps"><h2>${plural(tools.length, 'tool')}</h2>
        ${tools.length > ROWS ? html`<label class="search">${icon('search')}<span class="unseen">Search its tools</span><input class="input"
          type="search" maxlength="200" placeholder="Search its tools" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => this.search(event.target.value)}></label>` : nothing}</div>
      ${found.length ? html`<ul class="items tools-list">${repeat(found.slice(0, this.shown), ({ id }) => id,
        (tool) => html`<li class="go">${this.row(tool)}</li>`)}</ul>` : this.noTools(tools.length > 0)}
      ${this.moreOf(found.length, this.shown, () => (this.shown += ROWS))}</section>`;
  }

  /** @param {string} words */
  search(words) {
    Object.assign(this, { words, shown: ROWS });
    this.requestUpdate();
  }

  /** @param {boolean} isSearch */
  noTools(isSearch) {
    if (isSearch) return empty({ icon: 'search', title: 'No tool found', text: 'The search covers names and descriptions.' });
    const text = isUnconnected(this.integration) ? 'Connect it to see its tools.'
      : isReady(this.integration) ? 'It offers no tools.' : 'They are listed here when it can be used.';
    return empty({ icon: 'wrench', title: 'No tools', text });
  }

  /**
   * @param {number} count
   * @param {number} shown
   * @param {() => unknown} show
   */
  moreOf(count, shown, show) {
    return count > shown ? html`<div class="more"><button class="btn quiet" @click=${() => (show(), this.requestUpdate())}>Show
      more (${number(count - shown)})</button></div>` : nothing;
  }

  leftOut() {
    const { leftOut } = this.integration;
    return html`<details class="card flush log"><summary>${icon('chevron-right', 's fold')}<b>Left out: ${number(leftOut.length)}</b><span
        class="small soft hide-s">what cannot be a tool, and why</span></summary>
      <ul class="items">${leftOut.slice(0, this.shownOut).map(({ name, reason }) => html`<li><span
        class="grow small wrap"><code>${name}</code> ${reason}</span></li>`)}</ul>
      ${this.moreOf(leftOut.length, this.shownOut, () => (this.shownOut += ROWS))}</details>`;
  }
}

define(tag, Integration);
