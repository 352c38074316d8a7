// The configuration that a run starts with. It loads the suite's own configuration unchanged, and sets what the run
// decides: the target, the browsers, the locations of files, and the reporters.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireInSuite } from './guildhall.packages.mjs';
import { startProxy } from './guildhall.proxy.mjs';
import { copyTexts, noteComparisons, snapshotSettings } from './guildhall.snapshots.mjs';
import { leaveOutVideos, mayRecord } from './guildhall.video.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const run = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));

const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
Object.assign(process.env, run.env);

// The server holds the other end of the standard input: when the server ends, the run ends too.
if (!isWorker) {
  process.stdin.resume();
  process.stdin.on('end', () => {
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.exit(1), 3000).unref();
  });
  process.stdin.unref?.();
}

// The process that starts the workers has the proxy; they inherit its address.
if (run.proxy && !isWorker) {
  const address = `http://127.0.0.1:${await startProxy(run.proxy)}`;
  process.env.GUILDHALL_RUN_PROXY = address;
  if (run.proxyForAll) {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) process.env[name] = address;
    process.env.NODE_USE_ENV_PROXY = '1';
  }
}

const NO_FFMPEG = 'the tests use a browser of this machine, and the ffmpeg of Playwright is not installed here';
const said = new Set();

// A line in the log of the run.
function say(line) {
  if (run.list || said.has(line)) return;
  said.add(line);
  console.error(line);
}

// Playwright prints the stack of an error, here that of its own code.
class RunnerError extends Error {
  stack = this.message;
}

function fail(code, message) {
  fs.appendFileSync(run.events, JSON.stringify({ type: 'error', code, message }) + '\n');
  throw new RunnerError(message);
}

// As Playwright does: files that it translates, such as TypeScript, are loaded in one of two ways.
function isModule(file) {
  if (/\.m[jt]s$/.test(file)) return true;
  if (/\.c[jt]s$/.test(file)) return false;
  for (let place = path.dirname(file); ; place = path.dirname(place)) {
    const description = path.join(place, 'package.json');
    if (fs.existsSync(description)) return JSON.parse(fs.readFileSync(description, 'utf8')).type === 'module';
    if (place === path.dirname(place)) return false;
  }
}

async function ownConfig() {
  if (!run.config) return {};
  const loaded = await load().catch(error => {
    const lines = String(error?.stack ?? '').split('\n').filter(line => /^\s+at .*/.test(line) && line.includes(run.suite));
    return fail('SUITE_INVALID', [`${path.basename(run.config)}: ${error?.message ?? error}`, ...lines].join('\n'));
  });
  const config = loaded.default?.default ?? loaded.default ?? loaded;
  return config && typeof config === 'object' ? config : {};
}

async function load() {
  return isModule(run.config) ? await import(pathToFileURL(run.config).href) : createRequire(run.config)(run.config);
}

const inSuite = file => (file === undefined ? undefined : path.resolve(run.suite, file));

// A path of the configuration, or the name of a package.
const script = name => (name.startsWith('.') || fs.existsSync(inSuite(name)) ? inSuite(name) : name);
const scripts = names => (Array.isArray(names) ? names.map(script) : names === undefined ? undefined : script(names));

function browserOf(user, project) {
  return (
    project.use?.browserName ??
    user.use?.browserName ??
    project.use?.defaultBrowserType ??
    user.use?.defaultBrowserType ??
    'chromium'
  );
}

// Playwright itself uses the headless shell as Chromium; it needs a quarter less processor time than the others.
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

// The configured browser, then Playwright's own if it is installed, then one on the path.
function executable(browser) {
  if (browser === 'chromium' && run.chromium) return run.chromium;
  let own;
  try {
    own = requireInSuite(run)('@playwright/test')[browser].executablePath();
  } catch {
    own = undefined;
  }
  if (run.list || (own && fs.existsSync(own))) return undefined;
  const found = browser === 'chromium' ? onPath(...CHROMIUM) : undefined;
  return found ?? fail('CONTAINER_ERROR', `the browser ${browser} is not installed where the tests run`);
}

function onPath(...names) {
  const places = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap(name => places.map(place => path.join(place, name))).find(file => fs.existsSync(file));
}

function projectDir(user, project) {
  return inSuite(project.testDir ?? user.testDir ?? '.');
}

function snapshots(user, own, name) {
  const testDir = projectDir(user, own);
  if (path.relative(run.suite, testDir).startsWith('..')) fail('SUITE_INVALID', 'testDir must be inside of the suite');
  const snapshotDir = inSuite(own.snapshotDir ?? user.snapshotDir) ?? testDir;
  const shown = own.unnamed ? '' : own.name ?? user.name ?? '';
  const template = own.snapshotPathTemplate ?? user.snapshotPathTemplate;
  try {
    const settings = snapshotSettings(run, name, expectations(own.expect ?? user.expect), template, { testDir, snapshotDir, shown });
    if (!isWorker && !run.list) copyTexts(run, name);
    return settings;
  } catch (error) {
    return fail('SUITE_INVALID', error.message);
  }
}

function expectations(expect) {
  if (!expect?.toHaveScreenshot?.stylePath) return expect;
  return { ...expect, toHaveScreenshot: { ...expect.toHaveScreenshot, stylePath: [expect.toHaveScreenshot.stylePath].flat().map(inSuite) } };
}

const certificate = one => ({
  ...one,
  certPath: inSuite(one.certPath),
  keyPath: inSuite(one.keyPath),
  pfxPath: inSuite(one.pfxPath),
});

function project(user, own, name, browser, limits) {
  const machineBrowser = executable(browser);
  const use = {
    ...user.use,
    ...own.use,
    browserName: browser,
    baseURL: run.target,
    screenshot: 'only-on-failure',
    // The strip of pictures in a trace costs four times as much as the rest of the trace.
    trace: own.use?.trace ?? user.use?.trace ?? { mode: 'retain-on-failure', screenshots: false },
  };
  use.clientCertificates = use.clientCertificates?.map(certificate);
  if (run.proxy) {
    use.proxy = { server: process.env.GUILDHALL_RUN_PROXY, bypass: browser === 'chromium' ? '<-loopback>' : undefined };
  }
  const launch = { ...user.use?.launchOptions, ...own.use?.launchOptions };
  if (machineBrowser) {
    delete use.channel;
    launch.executablePath = machineBrowser;
    if (!run.list && !mayRecord(run, browser)) {
      if (!isWorker && use.video && (use.video.mode ?? use.video) !== 'off') say(`The option video is switched off: ${NO_FFMPEG}.`);
      use.video = 'off';
      if (isWorker) leaveOutVideos(run, browser, () => say(`A video is left out: ${NO_FFMPEG}.`));
    }
  }
  if (browser === 'chromium') {
    launch.chromiumSandbox ??= run.sandbox ?? false;
    // Otherwise a page could send datagrams past the proxy.
    launch.args = [...(launch.args ?? []), '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'];
  }
  use.launchOptions = launch;
  return {
    ...own,
    ...limits,
    name,
    testDir: projectDir(user, own),
    // Playwright obeys .gitignore when no testDir is set, and here one is always set.
    respectGitIgnore: own.respectGitIgnore ?? user.respectGitIgnore ?? !(own.testDir ?? user.testDir),
    outputDir: run.output,
    ...snapshots(user, own, name),
    repeatEach: 1,
    use,
  };
}

const dependencies = one => [...(one.dependencies ?? []), ...(one.teardown ? [one.teardown] : [])];

// The given projects with those that they depend on, directly or not.
function closure(some, all) {
  const found = new Set();
  const visit = one => {
    if (found.has(one)) return;
    found.add(one);
    all.filter(other => dependencies(one).includes(other.name)).forEach(visit);
  };
  some.forEach(visit);
  return found;
}

// The suite's own projects for the wanted browsers with their dependencies; a plain project for a browser without one.
function projects(user, limits) {
  const own = (user.projects ?? []).map((one, i) => ({ ...one, unnamed: !one.name, name: one.name || browserOf(user, one) + (i ? i : '') }));
  const needed = new Set(own.flatMap(dependencies));
  const matching = own.filter(one => !needed.has(one.name) && run.browsers.includes(browserOf(user, one)));
  const plain = run.browsers.filter(browser => !matching.some(one => browserOf(user, one) === browser));
  const wanted = closure(matching, own);
  return chosen([
    ...plain.map(browser => project(user, {}, browser, browser, limits)),
    ...own.filter(one => wanted.has(one)).map(one => project(user, one, one.name, browserOf(user, one), limits)),
  ]);
}

// When tests are run again, the projects that they depend on run all of their tests, as with options of Playwright's
// command line. A teardown runs after the project that it belongs to.
function chosen(all) {
  if (!run.only?.length) return all;
  const names = new Set(run.only.map(test => test.project));
  const before = all.filter(one => names.has(one.teardown));
  const named = all.filter(one => names.has(one.name));
  const needed = closure(before, all);
  named.forEach(one => closure([one], all).forEach(other => other !== one && needed.add(other)));
  return all
    .filter(one => needed.has(one) || names.has(one.name))
    .map(one => (needed.has(one) ? one : { ...one, grep: only(one.name) }));
}

// The server stores U+FFFD instead of invalid characters.
const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\ufffd/g, '[\\0\\ud800-\\udfff\\ufffd]');

// Playwright matches against the project, the file below the root directory, the titles and the tags, joined by spaces.
// A title may itself contain the separator between titles in the names of tests.
function only(name) {
  const root = inSuite(user.testDir ?? '.');
  return run.only
    .filter(test => test.project === name)
    .map(test => {
      const file = path.relative(root, path.join(run.suite, test.file));
      const titles = test.title.split(' › ').map(escaped).join('(?:(?: @\\S+)* | › )');
      return new RegExp(`^ ?${escaped(name)} ${escaped(file)} ${titles}(?: @\\S+)*$`, 's');
    });
}

// Playwright reports an expression of its command line that is malformed as an error of its own.
function requireExpression(grep) {
  const [, expression, flags] = /^\/(.*)\/([gi]*)$/.exec(grep) ?? [grep, grep, 'gi'];
  try {
    new RegExp(expression, flags);
  } catch (invalid) {
    fail('SUITE_INVALID', `options.grep is no regular expression of JavaScript: ${invalid.message}`);
  }
}

if (run.grep) requireExpression(run.grep);

const user = await ownConfig();
const limits = {};
if (run.retries !== undefined) limits.retries = run.retries;
if (run.timeout !== undefined) limits.timeout = run.timeout;

// The server's reporter comes last: when it reports the end, the reports of the others are complete.
const reporters = [[path.join(folder, 'guildhall.reporter.mjs')]];
if (!run.list) {
  reporters.unshift(['list'], ['html', { outputFolder: run.report, open: 'never' }], ['junit', { outputFile: run.junit }]);
}

if (isWorker) noteComparisons(run);
if (user.webServer && !isWorker) say('The webServer of the configuration is left out: the run tests the address of its target.');

const { webServer: unusedServer, globalTimeout: unusedTimeout, snapshotDir: unusedDir, ...kept } = user;

export default {
  ...kept,
  ...limits,
  testDir: inSuite(user.testDir ?? '.'),
  outputDir: run.output,
  globalSetup: scripts(user.globalSetup),
  globalTeardown: scripts(user.globalTeardown),
  tsconfig: inSuite(user.tsconfig),
  reporter: reporters,
  workers: run.workers,
  repeatEach: 1,
  updateSnapshots: run.acceptNew ? 'missing' : undefined,
  ignoreSnapshots: false,
  preserveOutput: 'always',
  expect: expectations(user.expect),
  projects: projects(user, limits),
};
