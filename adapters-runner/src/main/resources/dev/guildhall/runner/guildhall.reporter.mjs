// Reports events to the server, one line of JSON for each event, written at once: the lines survive any end of the run.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const run = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));
const MAX_ERROR = 10000;
const MAX_ERRORS = 20;
const MAX_PRINTED = 10 * 1024 * 1024;

const plain = text => (text ?? '').replace(/[\u001b\u009b][[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[0-9A-PR-TZcf-nqry=><~]/g, '');
const slashes = file => file.split(path.sep).join('/');
const textOf = error => plain(error.stack && !error.message ? error.stack : error.message ?? error.value ?? 'unknown error');

function told(errors) {
  return errors.map(error => [textOf(error), plain(error.snippet)].filter(Boolean).join('\n\n')).join('\n\n').slice(0, MAX_ERROR);
}

const baselines = new Set(run.baselines.map(one => [one.project, one.file, one.name].join('\0')));

const isPicture = file => /\.(png|jpe?g|webp)$/i.test(file);

// The reporters of the reports do not report a full disk.
function hasSpace() {
  try {
    const file = path.join(folder, 'space');
    fs.writeFileSync(file, Buffer.alloc(1024 * 1024));
    fs.rmSync(file);
    return true;
  } catch {
    return false;
  }
}

export default class Reporter {
  constructor() {
    this.out = fs.openSync(run.events, 'a');
    this.tests = new Map();
    this.ended = new Set();
    this.versions = new Map();
    this.missing = new Map();
    this.bodies = 0;
    this.errors = 0;
    this.printed = 0;
    this.isCut = false;
  }

  // A run without its events would end with a wrong result: so the run ends at once, as an aborted process.
  tell(event) {
    const line = Buffer.from(JSON.stringify(event) + '\n');
    try {
      for (let at = 0; at < line.length; ) at += fs.writeSync(this.out, line, at);
    } catch (error) {
      fs.writeSync(2, `the events of the run cannot be written: ${error.message}\n`);
      process.exit(134);
    }
  }

  printsToStdio() {
    return run.list;
  }

  onBegin(config, suite) {
    const all = suite.allTests();
    const tests = all.map((test, i) => {
      this.tests.set(test.id, i);
      return this.named(test);
    });
    this.tell({ type: 'planned', platform: process.platform, version: config.version, tests });
  }

  named(test) {
    let file = test.parent;
    const titles = [];
    for (; file && file.type !== 'file'; file = file.parent) if (file.type === 'describe' && file.title) titles.unshift(file.title);
    return {
      project: test.parent.project().name,
      file: slashes(path.relative(run.suite, file?.location?.file ?? test.location.file)),
      title: [...titles, test.title].join(' › '),
    };
  }

  onError(error) {
    if (this.errors++ < MAX_ERRORS) this.tell({ type: 'error', message: told([error]) });
  }

  onTestBegin(test, result) {
    this.tell({ type: 'started', test: this.tests.get(test.id), attempt: result.retry + 1 });
  }

  onTestEnd(test, result) {
    result.stdout = this.bounded(result.stdout);
    result.stderr = this.bounded(result.stderr);
    if (result.status === 'interrupted') return;
    const number = this.tests.get(test.id);
    const pictures = this.pictures(test, result);
    pictures.forEach(picture => this.tell({ type: 'picture', test: number, ...picture, browserVersion: this.version(test) }));
    result.attachments.forEach(attachment => this.attached(test, attachment, pictures));
    const missing = pictures.filter(picture => picture.verdict === 'NO_BASELINE');
    const passed = test.outcome() !== 'unexpected';
    this.missing.set(test, missing);
    // A test is not retried for a picture without a baseline.
    if (passed || missing.length || result.retry >= test.retries) this.end(test, number, missing);
    else this.tell({ type: 'repeated', test: number, attempt: result.retry + 1, duration: result.duration });
  }

  // At the end the other reporters write the whole output of the tests into the reports.
  bounded(chunks) {
    const kept = [];
    for (const chunk of chunks) {
      const left = MAX_PRINTED - this.printed;
      this.isCut ||= chunk.length > left;
      if (left > 0) kept.push(chunk.length > left ? chunk.slice(0, left) : chunk);
      this.printed = Math.min(MAX_PRINTED, this.printed + chunk.length);
    }
    return kept;
  }

  // Text snapshots are stored only in the suite: a message that one is missing in the run's own folder would not help.
  explained(test, error) {
    const { project, file } = this.named(test);
    const missing = /A snapshot doesn't exist at (.+?)(?:, (?:writing actual|matchers using "\.not" won't write them automatically))?\.$/m.exec(textOf(error));
    if (!missing || isPicture(missing[1])) return error;
    const base = path.join(run.snapshots, Buffer.from(project).toString('base64url'), file);
    const snapshot = slashes(path.join(`${file}-snapshots`, path.relative(base, path.resolve(missing[1]))));
    return { message: `a text snapshot has to be committed beside the test: ${snapshot}; it cannot be approved`, snippet: error.snippet };
  }

  // The version of the browser that a test ran in; the browser is asked once.
  version(test) {
    const { browserName = 'chromium', launchOptions } = test.parent.project().use;
    const key = [browserName, launchOptions?.executablePath].join(' ');
    if (!this.versions.has(key)) this.versions.set(key, versionOf(browserName, launchOptions?.executablePath));
    return this.versions.get(key);
  }

  end(test, number, missing) {
    this.ended.add(test.id);
    const last = test.results[test.results.length - 1];
    let status = { expected: 'PASSED', flaky: 'FLAKY', skipped: 'SKIPPED', unexpected: 'FAILED' }[test.outcome()];
    let errors = last?.errors ?? [];
    // A test that Playwright skipped, since its worker process had crashed or an earlier test had failed, has not
    // begun.
    const begun = test.expectedStatus === 'skipped' || test.results.some(result => result.status !== 'skipped');
    const isMissing = error => /A snapshot doesn't exist at .*\.(png|jpe?g|webp)\b/i.test(textOf(error));
    if (run.acceptNew || missing.length) {
      const others = errors.filter(error => !isMissing(error));
      // Some versions of Playwright fail a test for a picture without a baseline, even if the picture is to become one.
      if (status === 'FAILED' && others.length === 0 && errors.length) status = 'PASSED';
      errors = others;
    }
    if (missing.length && status !== 'SKIPPED') {
      status = 'FAILED';
      errors.push(...missing.map(picture => ({ message: `the screenshot ${picture.name} has no baseline; approve it to make it one` })));
    }
    if (status === 'FAILED' && errors.length === 0) errors = [{ message: 'Expected to fail, but passed.' }];
    this.tell({
      type: 'ended',
      test: number,
      status,
      attempts: begun ? test.results.length : 0,
      duration: test.results.reduce((sum, result) => sum + Math.max(0, result.duration), 0),
      error: status === 'FAILED' ? told(errors.map(error => this.explained(test, error))) : undefined,
    });
  }

  // Compared pictures: those with files, and those that passed, which only the steps name.
  pictures(test, result) {
    const { project, file } = this.named(test);
    const found = new Map();
    const base = path.join(run.snapshots, Buffer.from(project).toString('base64url'), file);
    const put = (arg, more) => {
      const name = slashes(arg);
      const known = found.get(name) ?? { name, arg };
      found.set(name, { ...known, ...more });
    };
    for (const one of result.attachments) {
      const parts = /^(.*)-(expected|actual|diff|previous)(\.[^.]+)$/s.exec(one.name);
      if (parts && one.path && one.contentType?.startsWith('image/')) put(parts[1] + parts[3], { [parts[2]]: one.path });
    }
    let anonymous = 0;
    const walk = step => {
      const parts = /^(?:Expect "|expect\.)(soft |soft\.)?(toHaveScreenshot|toMatchSnapshot)(?:\((.*)\))?"?$/s.exec(step.title);
      if (parts && step.category === 'expect') {
        const arg = parts[3] ?? `${sanitized(`${test.titlePath().slice(3).join(' ')} ${++anonymous}`)}.png`;
        if (isPicture(arg) && fs.existsSync(path.join(base, arg))) put(arg, { passed: !step.error });
      }
      step.steps.forEach(walk);
    };
    result.steps.forEach(walk);
    return [...found.values()].flatMap(one => {
      const had = baselines.has([project, file, one.name].join('\0'));
      const kept = path.join(base, one.arg);
      const image = one.actual ?? (fs.existsSync(kept) ? kept : undefined);
      if (!image) return [];
      if (!had) return [{ name: one.name, verdict: run.acceptNew ? 'PASSED' : 'NO_BASELINE', image }];
      if (one.actual && one.passed !== true) return [{ name: one.name, verdict: 'DIFFERENT', image, baseline: kept, diff: one.diff }];
      return [{ name: one.name, verdict: 'PASSED', image: kept, baseline: kept }];
    });
  }

  attached(test, one, pictures) {
    const compared = /-(expected|actual|diff|previous)\.[^.]+$/.test(one.name) && pictures.length > 0;
    if (compared && one.contentType?.startsWith('image/')) return;
    let file = one.path;
    if (!file && one.body) {
      const name = one.name.replace(/^.*[\\/]/s, '').replace(/[^\w.-]+/g, '_').replace(/^\.*/, '').slice(-80) || 'unnamed';
      file = path.join(run.bodies, String(this.bodies++), name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, one.body);
    }
    if (!file) return;
    const kind =
      one.name === 'trace' ? 'TRACE' : one.name === 'video' ? 'VIDEO' : one.name === 'screenshot' ? 'PICTURE' : 'ATTACHMENT';
    const browserVersion = kind === 'ATTACHMENT' && one.contentType?.startsWith('image/') ? this.version(test) : undefined;
    this.tell({ type: 'attached', test: this.tests.get(test.id), kind, name: one.name, contentType: one.contentType, file, browserVersion });
  }

  onEnd(result) {
    // Playwright does not retry every test that has attempts left.
    for (const [test, missing] of this.missing) {
      const last = test.results.at(-1);
      if (!this.ended.has(test.id) && last && last.status !== 'interrupted') this.end(test, this.tests.get(test.id), missing);
    }
    this.tell({ type: 'finished', status: result.status, reported: hasSpace(), isCut: this.isCut });
  }
}

function versionOf(browser, executable) {
  try {
    if (executable) return /\d+(\.\d+)+/.exec(execFileSync(executable, ['--version'], { timeout: 5000, stdio: 'pipe' }))?.[0] ?? '';
    const test = createRequire(path.join(run.suite, 'package.json')).resolve('@playwright/test');
    const playwright = createRequire(test).resolve('playwright');
    const core = path.dirname(createRequire(playwright).resolve('playwright-core/package.json'));
    const { browsers } = JSON.parse(fs.readFileSync(path.join(core, 'browsers.json'), 'utf8'));
    return browsers.find(one => one.name === browser)?.browserVersion ?? '';
  } catch {
    return '';
  }
}

// As Playwright names the pictures of assertions without a name.
function sanitized(text) {
  return text.replace(/[\x00-\x2C\x2E-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+/g, '-');
}
