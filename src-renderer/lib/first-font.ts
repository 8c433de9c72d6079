// Owns: reading the font as soon as the page's code runs. Left to the first text that needs it, it comes after that text was laid out
// in another, and all of it is laid out again.
// Must not: wait for it, or fail where it does not come.
document.fonts.load('13px "Inter Variable"').catch(() => undefined)
