// Owns a utility process that answers once and ends.
process.parentPort.once('message', ({ data }) => {
  const factor = process.argv.includes('--twice') ? 2n : 1n
  process.parentPort.postMessage(String(data.get('sum') * factor))
  setTimeout(() => process.exit(3), 50)
})
