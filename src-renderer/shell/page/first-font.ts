// Owns: reading the font as soon as the page's code has run. Left to the first text that needs it, it comes after that text was laid
// out in another, and all of it is laid out again.
// Must not: wait for it, or fail where it does not come.
// Not at once: Chromium notes from where in a script a request comes, and to know that here reads the whole of the first view's file.
queueMicrotask(() => {
  document.fonts.load('13px "Inter Variable"').catch(() => undefined)
})
