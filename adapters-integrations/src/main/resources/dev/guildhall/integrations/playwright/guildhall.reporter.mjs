// Reports events to the server, one line of JSON for each event, written at once: the lines survive any end of the run.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { browsersIn } from './guildhall.packages.mjs';
import { ServerPaths } from './guildhall.paths.mjs';
import { ComparedPictures, PICTURE, comparisonsIn, isPicture, pathInSuite, slashes, snapshotFolder } from './guildhall.snapshots.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const run = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));
const MAX_ERROR = 10000;
const MAX_ERRORS = 20;
const MAX_PRINTED = 10 * 1024 * 1024;
const MISSING_PICTURE = new RegExp(`A snapshot doesn't exist at .*${PICTURE}\\b`, 'i');

const plain = text => (text ?? '').replace(/[\u001b\u009b][[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[0-9A-PR-TZcf-nqry=><~]/g, '');
const textOf = error => plain(error.stack && !error.message ? error.stack : error.message ?? error.value ?? 'unknown error');

function told(errors) {
  return errors.map(error => [textOf(error), plain(error.snippet)].filter(Boolean).join('\n\n')).join('\n\n').slice(0, MAX_ERROR);
}

const baselines = new Set(run.baselines.map(one => [one.project, one.file, one.name].join('\0')));

// The worst first: a baseline that several tests compare is one picture.
const VERDICTS = ['DIFFERENT', 'NO_BASELINE', 'PASSED'];

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
    this.compared = new ComparedPictures(run);
    this.paths = new ServerPaths(run);
    this.verdicts = new Map();
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
      this.paths.hideInAnnotations(test.annotations);
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
    this.paths.hideInError(error);
  }

  onTestBegin(test, result) {
    this.tell({ type: 'started', test: this.tests.get(test.id), attempt: result.retry + 1 });
  }

  onTestEnd(test, result) {
    result.stdout = this.bounded(result.stdout);
    result.stderr = this.bounded(result.stderr);
    result.errors.forEach(error => Object.assign(error, this.explained(test, error)));
    if (result.status !== 'interrupted') this.judge(test, result);
    // The others write their reports at the end.
    this.paths.hideInResult(result);
  }

  judge(test, result) {
    const number = this.tests.get(test.id);
    const { pictures, attachments } = this.pictures(test, result);
    pictures.forEach(picture => this.pictured(test, number, picture));
    attachments.forEach(attachment => this.attached(test, attachment));
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
    const snapshot = pathInSuite(project, file, path.resolve(missing[1]));
    return { message: `a text snapshot has to be committed in the suite: ${snapshot}; it cannot be approved`, stack: undefined, snippet: error.snippet };
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
    const isMissing = error => MISSING_PICTURE.test(textOf(error));
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
      error: status === 'FAILED' ? told(errors) : undefined,
    });
  }

  // The pictures that a test compared, and its other attachments.
  pictures(test, result) {
    const { project, file } = this.named(test);
    const base = snapshotFolder(run, project);
    const paths = this.compared.of(test, result).filter(one => !slashes(path.relative(base, one)).startsWith('..'));
    const comparisons = comparisonsIn(run, result.attachments);
    const claimed = new Set(comparisons.map(one => one.snapshot).filter(one => paths.includes(one)));
    const open = paths.filter(one => !claimed.has(one));
    for (const one of comparisons.filter(one => !claimed.has(one.snapshot))) {
      one.snapshot = open.find(other => path.basename(other) === one.name) ?? open.find(other => !fs.existsSync(other)) ?? open[0];
      if (one.snapshot) open.splice(open.indexOf(one.snapshot), 1);
    }
    const own = new Set(comparisons.filter(one => one.snapshot).flatMap(one => one.attachments));
    return {
      attachments: result.attachments.filter(one => !own.has(one)),
      pictures: paths.flatMap(one => {
        const inside = slashes(path.relative(base, one));
        const key = inside.startsWith(`${file}/`) ? { file, name: inside.slice(file.length + 1) } : { file: '', name: inside };
        const files = comparisons.filter(other => other.snapshot === one).at(-1) ?? {};
        return this.judged({ ...key, project }, one, files, result.status === 'passed');
      }),
    };
  }

  judged({ project, file, name }, snapshot, { actual, diff }, isPassed) {
    const kept = fs.existsSync(snapshot) ? snapshot : undefined;
    const image = actual ?? kept;
    if (!image) return [];
    const had = baselines.has([project, file, name].join('\0'));
    if (!had && !run.acceptNew) return [{ file, name, verdict: 'NO_BASELINE', image }];
    if (had ? actual && !isPassed : diff) return [{ file, name, verdict: 'DIFFERENT', image, baseline: kept, diff }];
    return [{ file, name, verdict: 'PASSED', image: had ? kept : image, baseline: had ? kept : undefined }];
  }

  // Of the verdicts of all tests that compare the baseline the worst counts, and of equal ones the last.
  pictured(test, number, picture) {
    const { project } = this.named(test);
    const key = [project, picture.file, picture.name].join('\0');
    const known = this.verdicts.get(key) ?? new Map();
    known.delete(number);
    known.set(number, { test: number, ...picture, browserVersion: this.version(test) });
    this.verdicts.set(key, known);
    const rank = one => VERDICTS.indexOf(one.verdict);
    this.tell({ type: 'picture', ...[...known.values()].reduce((worst, one) => (rank(one) <= rank(worst) ? one : worst)) });
  }

  attached(test, one) {
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
    return browsersIn(run).find(one => one.name === browser)?.browserVersion ?? '';
  } catch {
    return '';
  }
}
