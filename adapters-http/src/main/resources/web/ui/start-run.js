import { html } from './element.js';
import { get, post } from '../api.js';
import { openDialog } from './dialog.js';
import { field } from './field.js';
import { navigate } from './router.js';
import { problem } from './states.js';

const NUMBERS = [
  { name: 'retries', label: 'Retries', min: 0, max: 10, hint: 'How often a failed test is retried' },
  { name: 'workers', label: 'Workers', min: 1, max: 16, hint: 'Tests that run in parallel' },
  { name: 'timeout', label: 'Test timeout', min: 1, max: 600, hint: 'Seconds', factor: 1000 },
  { name: 'runTimeout', label: 'Run timeout', min: 1, max: 86400, hint: 'Seconds', factor: 1000 },
];

/** Asks for the settings of a run, starts it and shows its page. `suite`, when given, is preselected. @param {string} [suite] */
export async function startRun(suite) {
  /** @type {Api.Suite[]} */
  let suites = [];
  /** @type {string[]} */
  let browsers = [];
  let isAsked = false;
  /** @type {Api.Failure | undefined} */
  let error;
  let isSending = false;
  const started = await openDialog({
    title: 'Start a test run',
    body: ({ close, update }) => {
      /** @param {Ui.On<HTMLFormElement>} event */
      const send = async (event) => {
        event.preventDefault();
        if (isSending) return;
        isSending = true;
        error = undefined;
        update();
        try {
          close(await post('/web/api/v1/runs', order(new FormData(event.target))));
        } catch (failure) {
          error = /** @type {Api.Failure} */ (failure);
        }
        isSending = false;
        update();
      };
      if (!isAsked) {
        isAsked = true;
        get('/web/api/v1/suites')
          .then((answer) => ([suites, browsers = []] = [answer.suites, answer.browsers]))
          .catch((failure) => (error = failure))
          .finally(update);
      }
      return form(suites, browsers, suite, send, error);
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="start-run" aria-busy=${isSending}>Start the run</button>`,
  });
  if (started) navigate(`/runs/${started.runId}`);
}

/**
 * @param {Api.Suite[]} suites
 * @param {string[]} browsers
 * @param {string | undefined} suite
 * @param {(event: Ui.On<HTMLFormElement>) => unknown} send
 * @param {Api.Failure} [error]
 */
const form = (suites, browsers, suite, send, error) => html`
  <form id="start-run" class="stack wide" @submit=${send}>
    ${error ? problem(error) : ''}
    <label class="field"><span class="label">Suite</span>
      <select class="input" name="suite" required>
        ${suites.map(({ name, testCount }) => html`<option value=${name} ?selected=${name === suite}>${name}${testCount
          ? ` · ${testCount} tests` : ''}</option>`)}
      </select></label>
    ${field('run-target', 'URL', html`<input class="input" id="run-target" name="target" type="url" required maxlength="2000"
      aria-describedby="run-target-hint" .defaultValue=${`${location.origin}/docs`}>`,
      "The page to test. Default: the API documentation of this server")}
    <fieldset class="field checks" aria-describedby="run-browsers-hint"><legend class="label">Browsers</legend>
      <div class="row wraps">${browsers.map((name) =>
        html`<label class="check"><input type="checkbox" name="browsers" value=${name}>${name}</label>`)}</div>
      <span class="hint" id="run-browsers-hint">Default: the browsers of the suite</span></fieldset>
    <details><summary>Retries, workers and timeouts</summary><div class="cols options">
      ${NUMBERS.map(({ name, label, min, max, hint }) =>
        field(`run-${name}`, label, html`<input class="input" id="run-${name}" type="number" inputmode="numeric" name=${name} min=${min}
        max=${max} aria-describedby="run-${name}-hint">`, hint))}
    </div></details>
  </form>`;

/** @param {FormData} form */
function order(form) {
  /** @type {Record<string, number>} */
  const options = {};
  for (const { name, factor = 1 } of NUMBERS) {
    if (form.get(name)) options[name] = Number(form.get(name)) * factor;
  }
  const browsers = form.getAll('browsers');
  return {
    suite: form.get('suite'),
    target: form.get('target'),
    ...(browsers.length ? { browsers } : {}),
    ...(Object.keys(options).length ? { options } : {}),
  };
}
