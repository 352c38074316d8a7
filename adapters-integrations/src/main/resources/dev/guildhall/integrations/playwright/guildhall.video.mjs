// Playwright records videos with its own ffmpeg, which a machine with another browser may not have.
import fs from 'node:fs';
import path from 'node:path';
import { browsersIn, requireInSuite } from './guildhall.packages.mjs';

const types = new Set();

/** Whether the ffmpeg of Playwright is beside the place of its browsers. */
export function mayRecord(run, browser) {
  try {
    const own = requireInSuite(run)('@playwright/test')[browser].executablePath();
    const [, browsers] = /^(.*?)[\\/](?:chromium|firefox|webkit)[^\\/]*-\d+[\\/]/.exec(own);
    const { revision, revisionOverrides } = browsersIn(run).find(one => one.name === 'ffmpeg');
    const revisions = [revision, ...Object.values(revisionOverrides ?? {})];
    return revisions.some(one => fs.existsSync(path.join(browsers, `ffmpeg-${one}`)));
  } catch {
    return false; // This version of Playwright does not know where its browsers are.
  }
}

/** A test can ask for a video itself, in its file or for a context of its own: it runs without. */
export function leaveOutVideos(run, browser, say) {
  const type = requireInSuite(run)('@playwright/test')[browser];
  if (types.has(type)) return;
  types.add(type);
  const without = method => options => {
    if (options?.recordVideo) say();
    return method({ ...options, recordVideo: undefined });
  };
  const launch = type.launch.bind(type);
  type.launch = async options => {
    const launched = await launch(options);
    launched.newContext = without(launched.newContext.bind(launched));
    launched.newPage = without(launched.newPage.bind(launched));
    return launched;
  };
}
