import { html, nothing, render } from 'lit';
import { get, withQuery } from '../api.js';
import { chats } from '../state.js';
import { relative } from './format.js';
import { icon } from './icon.js';
import { isComposing } from './ime.js';
import { navigate } from './router.js';
import { places, settings } from './places.js';
import { nameOf } from './task-name.js';
import { openDialog } from './dialog.js';
import { addEntry } from './dialog-entries.js';

const MOST_EACH = 6;
const QUIET_MS = 150;
const MOST_SEARCHED = 50;

/** A heading and what is below it. @typedef {[string, Ui.Entry[]]} Group */

/** @returns {Ui.Entry[]} */
const pages = () => [
  ...places().map(({ href, label, icon: name }) => ({ label, icon: name, href })),
  { label: 'All chats', icon: 'list', href: '/chats' },
  { label: 'Integrations', icon: 'plug', href: '/integrations' },
  { label: 'Schedules', icon: 'calendar', href: '/schedules' },
  { label: 'Triggers', icon: 'zap', href: '/triggers' },
  { label: 'Webhooks', icon: 'send', href: '/webhooks' },
];

/** The words by which settings are found besides their labels. @type {Record<string, string>} */
const ALSO = {
  Password: 'change security',
  'API keys': 'tokens create revoke',
  Sessions: 'devices sign out',
  Profiles: 'name delete account',
  'Sign-in providers': 'oauth link',
  Activity: 'audit log',
  Usage: 'cost tokens budget',
  Users: 'roles budget disable',
};

const choices = () =>
  settings().map(({ label, part, href }) => ({
    label,
    icon: part === 'Account' ? 'user' : 'shield',
    href,
    hint: part,
    also: `settings ${part} ${ALSO[label] ?? ''}`,
  }));

/**
 * @param {Api.Chat} chat
 * @returns {Ui.Entry}
 */
const entryOf = ({ chatId, title, updatedAt = '' }) => ({
  label: title, icon: 'message-square', href: `/chats/${encodeURIComponent(chatId)}`, hint: relative(updatedAt),
});

/**
 * What a user can find besides chats and pages: each source asks the server and returns entries `{label, icon, href,
 * hint}`.
 *
 * @type {[string, (query: string, signal: AbortSignal) => Promise<Ui.Entry[]>][]}
 */
const SOURCES = [
  ['Chats', async (q, signal) => {
    const { chats: found } = await get(withQuery('/api/chat', { q, limit: MOST_EACH }), { signal });
    return found.map(entryOf);
  }],
  ['Tools', async (q, signal) => {
    /** @type {{ tools: Api.Tool[] }} */
    const { tools } = await get('/web/agent/api/tools', { signal });
    return tools
      .filter(({ name, description = '' }) => holds(`${name} ${description}`, q))
      .map(({ name }) => ({ label: name, icon: 'wrench', href: `/tools?q=${encodeURIComponent(name)}`, hint: 'tool' }));
  }],
  ['Tasks', async (q, signal) => {
    /** @type {{ tasks: Api.Task[] }} */
    const { tasks } = await get(withQuery('/web/api/v1/tasks', { limit: MOST_SEARCHED }), { signal });
    return tasks
      .filter((task) => holds(`${nameOf(task)} ${task.type} ${task.id}`, q))
      .map((task) => ({ label: nameOf(task), icon: 'list-checks', href: `/tasks/${task.id}`, hint: task.status }));
  }],
  ['Test runs', async (q, signal) => {
    /** @type {{ runs: Api.Run[] }} */
    const { runs } = await get(withQuery('/web/api/v1/runs', { limit: MOST_SEARCHED }), { signal });
    return runs
      .filter(({ runId, suite, status }) => holds(`${runId} ${suite} ${status}`, q))
      .map(({ runId, suite, status }) => ({
        label: suite, icon: 'flask-conical', href: `/runs/${encodeURIComponent(runId)}`, hint: status,
      }));
  }],
];

/**
 * @param {string} text
 * @param {string} query
 */
const holds = (text, query) => query.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));

let isOpen = false;

/** Finds chats, pages, tools, runs and actions; `actions` are `{label, icon, run}`. @param {Ui.Entry[]} actions */
export function openPalette(actions) {
  if (isOpen) return;
  isOpen = true;
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog palette';
  dialog.setAttribute('aria-label', 'Find anything');
  let query = '';
  let at = 0;
  /** @type {Group[]} */
  let groups = [];
  /** @type {AbortController | undefined} */
  let asked;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @returns {Group[]} */
  const known = () => [
    ['Chats', (chats.items ?? []).filter((chat) => holds(chat.title, query)).slice(0, MOST_EACH).map(entryOf)],
    ['Pages', pages().filter((page) => holds(page.label, query))],
    ['Settings', query.trim() ? choices().filter(({ label, also }) => holds(`${label} ${also}`, query)) : []],
    ['Actions', actions.filter(({ label, also = '' }) => holds(`${label} ${also}`, query))],
  ];
  const entries = () => groups.flatMap(([, items]) => items);
  /** @param {Group[]} found */
  const show = (found) => {
    groups = found.filter(([, items]) => items.length);
    at = Math.min(at, Math.max(0, entries().length - 1));
    draw();
  };
  const find = () => {
    clearTimeout(timer);
    asked?.abort();
    at = 0;
    show(known());
    if (!query.trim()) return;
    const mine = (asked = new AbortController());
    timer = setTimeout(async () => {
      const answers = await Promise.allSettled(SOURCES.map(([, ask]) => ask(query.trim(), mine.signal)));
      if (mine.signal.aborted) return;
      const found = answers.map((answer, number) => {
        const items = answer.status === 'fulfilled' ? answer.value.slice(0, MOST_EACH) : [];
        return /** @type {Group} */ ([SOURCES[number][0], items]);
      });
      const [knownChats, ...rest] = known();
      const [foundChats, ...others] = found;
      show([foundChats[1].length ? foundChats : knownChats, ...others, ...rest]);
    }, QUIET_MS);
  };
  /** @param {Ui.Entry} entry */
  const choose = (entry) => {
    dialog.close();
    if (entry.href) navigate(entry.href);
    else entry.run?.();
  };
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (isComposing(event)) return;
    const count = entries().length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (count) at = (at + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      draw();
      dialog.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && entries()[at]) {
      event.preventDefault();
      choose(entries()[at]);
    }
  };
  const draw = () => {
    let number = -1;
    render(
      html`<label class="search">${icon('search')}<span class="unseen">Find a chat, page, setting, tool, task, run or action</span>
          <input class="input" type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list"
            autocomplete="off" spellcheck="false"
            aria-activedescendant=${entries().length ? `palette-${at}` : nothing}
              placeholder="Find a chat, page, setting, tool, task, run or action" maxlength="200"
            @input=${(/** @type {Ui.On} */ event) => ((query = event.target.value), find())} @keydown=${keys}></label>
        <div class="palette-list" id="palette-list" role="listbox" aria-label="Found">
          ${groups.map(([name, items]) => html`<div role="group" aria-label=${name}><h3 role="presentation">${name}</h3>
            ${items.map((entry) => {
              number += 1;
              return html`<div role="option" id="palette-${number}" aria-selected=${number === at} @click=${() => choose(entry)}>
                ${icon(entry.icon)}<span class="clip">${entry.label}</span>${entry.hint ? html`<small>${entry.hint}</small>`
                  : nothing}</div>`;
            })}</div>`)}
          ${groups.length ? nothing
            : html`<p class="small empty">Nothing found. The search covers titles and texts of chats, names of pages, settings, tools, tasks
            and runs.</p>`}
        </div>`,
      dialog,
    );
  };
  dialog.addEventListener('close', () => {
    isOpen = false;
    clearTimeout(timer);
    asked?.abort();
    dialog.remove();
    if (before?.isConnected && document.activeElement === document.body) before.focus();
  });
  dialog.addEventListener('pointerdown', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  find();
  addEntry(dialog);
  dialog.showModal();
}

/** @type {[string[], string][]} */
const KEYS = [
  [['Ctrl', 'K'], 'Find anything'],
  [['?'], 'Show the keyboard shortcuts'],
  [['Enter'], 'Send the message'],
  [['Shift', 'Enter'], 'Begin a new line'],
  [['Esc'], 'Stop the answer; leave a dialog'],
  [['↑'], 'Edit the last message, with the field empty'],
  [['J'], 'Next picture, with the picture of a test run focused'],
  [['K'], 'Previous picture'],
  [['A'], 'Approve the picture'],
  [['R'], 'Reject the picture'],
];

export const showKeys = () =>
  openDialog({
    title: 'Keyboard shortcuts',
    body: () =>
      html`<dl class="keys">${KEYS.map(([keys, words]) =>
        html`<dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${words}</dd>`)}</dl>`,
  });
