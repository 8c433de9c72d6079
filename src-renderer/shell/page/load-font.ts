// Loads the font as soon as the page's code has run. If the first text triggered it, everything would be laid out twice.
// Failure is ignored.
// Deferred to a microtask: Chromium records where in a script a request starts, and resolving that would read the first
// view's whole file.
queueMicrotask(() => {
  document.fonts.load('13px "Inter Variable"').catch(() => undefined)
})
