// The flags of a stock browser that behaves as Electron's Chromium does.

/** Flags that make a stock browser behave as Electron's Chromium does: no first run, no network of its own, no throttling. */
export const commonFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  '--allow-file-access-from-files',
  // Also hides the bar that warns of automation flags.
  '--test-type',
  // The last four are pages of the browser's own, read with each new window for an address bar that no window here has. Electron has
  // no renderer in store either (shell/browser/feature_list.cc): it costs as much as an empty window.
  '--disable-features=SpareRendererForSitePerProcess,HttpsUpgrades,Translate,MediaRouter,LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,OptimizationHints,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI',
]
