// Owns the two texts that every page gets before its first script: one per world.
// It must not hold page code itself: that lives, type-checked, in the functions whose source it joins.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createBridge } from './bridge.ts'
import { createCodec } from './codec.ts'
import { startIsolatedWorld, type PreloadSetting } from './isolated-world.ts'
import { executePreloadInMainWorld, startMainWorld } from './main-world.ts'

/** The world's name is Electron's own, so that developer tools look familiar. */
export const isolatedWorldName = 'Electron Isolated Context'
export const bindingName = '__electronStandInSend'
export const receiverName = '__electronStandInReceive'

// Frames inside the page get no bridge. Of a preload that is for frames too, executeInMainWorld alone is done there.
const onlyMainFrame = 'if (window !== window.top) return'

/** The preload's text as a function. */
const asFunction = (preload: string): string =>
  `function (exports, require, module, process, global) {\n${preload}\n}`

const readPreload = (path: string | undefined): string =>
  path === undefined ? '' : readFileSync(path, 'utf8')

/**
 * Script for the page's own world. What the preload executes in the main world is done here, since the isolated world has no
 * way to run a text in this one that the page's own policy allows.
 */
export function mainWorldScript(
  secret: string,
  preloadPath: string | undefined,
  isInFrames: boolean,
): string {
  const preload = readPreload(preloadPath)
  const dry = preload.includes('executeInMainWorld')
    ? `(${executePreloadInMainWorld.toString()})(${asFunction(preload)});`
    : ''
  return `(() => {
${isInFrames ? dry : ''}
${onlyMainFrame};
${isInFrames ? '' : dry}
(${startMainWorld.toString()})(${createBridge.toString()}, ${JSON.stringify(secret)}) })()`
}

/** Script for the isolated world: the preload of this path (none: only the stand-in's own part). */
export function isolatedWorldScript(
  secret: string,
  preloadPath: string | undefined,
  process: PreloadSetting['process'],
): string {
  const setting: PreloadSetting = { secret, bindingName, receiverName, process }
  const source = preloadPath === undefined ? 'stand-in-preload' : pathToFileURL(preloadPath).href
  return `(() => { ${onlyMainFrame};
const codec = (${createCodec.toString()})();
const bridge = (${createBridge.toString()})(${JSON.stringify(secret)}, 'isolated', () => false);
(${startIsolatedWorld.toString()})(codec, bridge, ${JSON.stringify(setting)}, ${asFunction(readPreload(preloadPath))});
})()
//# sourceURL=${source}`
}
