// Owns the two texts that every page gets before its first script: one per world.
// It must not hold page code itself: that lives, type-checked, in the functions whose source it joins.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createBridge } from './bridge.ts'
import { createCodec } from './codec.ts'
import { startIsolatedWorld, type PreloadSetting } from './isolated-world.ts'
import { startMainWorld } from './main-world.ts'

/** The world's name is Electron's own, so that developer tools look familiar. */
export const isolatedWorldName = 'Electron Isolated Context'
export const bindingName = '__electronStandInSend'
export const receiverName = '__electronStandInReceive'

// Frames inside the page get no bridge, as in Electron without nodeIntegrationInSubFrames.
const onlyMainFrame = 'if (window !== window.top) return'

/** Script for the page's own world. */
export function mainWorldScript(secret: string): string {
  return `(() => { ${onlyMainFrame}; (${startMainWorld.toString()})(${createBridge.toString()}, ${JSON.stringify(secret)}) })()`
}

/** Script for the isolated world: the preload of this path (none: only the stand-in's own part). */
export function isolatedWorldScript(
  secret: string,
  preloadPath: string | undefined,
  process: PreloadSetting['process'],
): string {
  const setting: PreloadSetting = { secret, bindingName, receiverName, process }
  const preload = preloadPath === undefined ? '' : readFileSync(preloadPath, 'utf8')
  const source = preloadPath === undefined ? 'stand-in-preload' : pathToFileURL(preloadPath).href
  return `(() => { ${onlyMainFrame};
const codec = (${createCodec.toString()})();
const bridge = (${createBridge.toString()})(${JSON.stringify(secret)}, 'isolated', () => false);
(${startIsolatedWorld.toString()})(codec, bridge, ${JSON.stringify(setting)}, function (exports, require, module, process, global) {
${preload}
});
})()
//# sourceURL=${source}`
}
