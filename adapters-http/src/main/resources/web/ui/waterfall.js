import { html, nothing } from 'lit';
import { styleMap } from './style-map.js';
import { get, withQuery } from '../api.js';
import { openDialog } from './dialog.js';
import { duration, number, plural, time } from './format.js';
import { icon } from './icon.js';
import { chip, empty, problem, skeleton } from './states.js';

/** @type {Record<string, string>} */
const LOOKS = { completed: 'good', failed: 'bad' };
const ICONS = { model: 'sparkles', tool: 'wrench', memory: 'brain' };

/** @param {Api.Step} step */
function words(step) {
  if (step.kind === 'tool') return [step.tool, ''];
  if (step.kind === 'memory') return ['memories', `${(step.memories ?? []).length} found`];
  return [step.model ?? 'model', `${number(step.usage.promptTokens + step.usage.completionTokens)} tokens`];
}

/** @param {Api.Step} step */
const details = (step) =>
  step.kind === 'model'
    ? `${plural(step.usage.promptTokens, 'input token')}, ${plural(step.usage.completionTokens, 'output token')}${step.firstTokenMs === null
      || step.firstTokenMs === undefined ? '' : `, first after ${duration(step.firstTokenMs)}`}${step.usage.estimated ? ' (estimated)'
      : ''}`
    : step.kind === 'memory'
      ? `${plural((step.memories ?? []).length, 'memory', 'memories')} shown to the model`
      : `call ${step.callId}`;

/** What a step received and returned. @param {Api.Step} step */
function texts(step) {
  const shown = step.kind === 'model'
    ? [...(step.prompt ?? []), ...(step.answer ? [{ role: 'answer', content: step.answer }] : [])]
    : step.kind === 'tool' && step.arguments
      ? [{ role: 'arguments', content: JSON.stringify(step.arguments, null, 2) }, { role: 'result', content: step.result ?? '' }]
      : [];
  if (!shown.length) return nothing;
  return html`<details class="texts"><summary>${step.kind === 'model' ? 'Prompt and answer' : 'Arguments and result'}</summary>
    <dl>${shown.map(({ role, content }) => html`<dt>${role}</dt><dd dir="auto">${content}</dd>`)}</dl></details>`;
}

/** The trace of one answer: `{startedAt, durationMs, outcome, steps}`. @param {Api.Trace} answer */
export function waterfall(answer) {
  const whole = Math.max(1, answer.durationMs, ...answer.steps.map((step) => step.startedAfterMs + step.durationMs));
  /** @param {number} ms */
  const share = (ms) => `${Math.min(100, (100 * ms) / whole).toFixed(2)}%`;
  return html`<ol class="fall">${answer.steps.map((step) => {
    const [name, more] = words(step);
    return html`<li class="${step.kind} ${step.error ? 'failed' : ''}" title=${details(step)}>
      <span class="what">${icon(ICONS[step.kind], 's')}<span class="clip">${name}</span>${more
        ? html`<small class="nowrap hide-s">${more}</small>` : nothing}</span>
      <span class="track"><i style=${styleMap({ '--from': share(step.startedAfterMs), '--len': share(step.durationMs) })}></i>
        ${step.firstTokenMs ? html`<i class="first"
          style=${styleMap({ '--from': share(step.startedAfterMs), '--len': share(Math.min(step.firstTokenMs, step.durationMs)) })}></i>`
          : nothing}</span>
      <span class="time">${duration(step.durationMs)}</span>
      ${step.error ? html`<span class="wrong">${step.error}</span>` : nothing}${texts(step)}</li>`;
  })}</ol>`;
}

/**
 * @param {Api.Trace} answer
 * @param {'promptTokens' | 'completionTokens'} field
 */
const total = (answer, field) => answer.steps.reduce((sum, step) => sum + (step.kind === 'model' ? step.usage[field] : 0), 0);

/**
 * Shows the traces of a chat's answers; `fromEnd` is 0 for the last answer.
 *
 * @param {string | undefined} chatId
 * @param {number} [fromEnd]
 */
export function showTrace(chatId, fromEnd = 0) {
  /** @type {Api.Trace[] | undefined} */
  let answers;
  /** @type {Api.Failure | undefined} */
  let error;
  let at = 0;
  /** @param {() => void} update */
  const load = async (update) => {
    try {
      const trace = await get(withQuery('/api/chat/trace', { chatId }));
      answers = trace.answers.toSorted((/** @type {Api.Trace} */ a, /** @type {Api.Trace} */ b) => a.startedAt.localeCompare(b.startedAt));
      at = Math.max(0, trace.answers.length - 1 - fromEnd);
      error = undefined;
    } catch (cause) {
      error = /** @type {Api.Failure} */ (cause);
    }
    update();
  };
  /** @param {() => void} update */
  const shown = (update) => {
    if (error) return problem(error, () => load(update));
    if (!answers) return html`${skeleton(5, 'line')}`;
    const answer = answers[at];
    if (!answer) return empty({ icon: 'chart-gantt', title: 'No trace is kept', text: 'The server keeps traces of recent answers only.' });
    return html`
      <div class="row wraps">${chip(answer.outcome, LOOKS[answer.outcome] ?? '')}<span
        class="facts small">${time(answer.startedAt)} · ${duration(answer.durationMs)} ·
        ${plural(total(answer, 'promptTokens'), 'input token')}, ${plural(total(answer, 'completionTokens'), 'output token')}</span>
        <span class="row tight"><button class="btn quiet small only" aria-label="Answer before" ?disabled=${at === 0}
          @click=${() => ((at -= 1), update())}>${icon('chevron-left')}</button>
          <span class="small num">${at + 1} of ${answers.length}</span>
          <button class="btn quiet small only" aria-label="Answer after" ?disabled=${at === answers.length - 1}
            @click=${() => ((at += 1), update())}>${icon('chevron-right')}</button></span></div>
      ${answer.steps.length ? waterfall(answer) : empty({ icon: 'chart-gantt', title: 'Nothing was done for this answer' })}
      <p class="hint">The paler part of a bar is the wait for the first token of the model.</p>`;
  };
  let begun = false;
  return openDialog({
    title: 'Trace of an answer',
    wide: true,
    body: ({ update }) => {
      if (!begun) {
        begun = true;
        load(update);
      }
      return shown(update);
    },
  });
}
