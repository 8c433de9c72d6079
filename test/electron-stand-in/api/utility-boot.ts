// Owns the child's side of utilityProcess.fork: process.parentPort, then the module itself.
// It must not outlive its parent.
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [modulePath = ''] = process.argv.splice(2, 1)
process.argv[1] = modulePath

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
  start: () => undefined,
})
Object.assign(process, { parentPort, type: 'utility' })
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit(0))
await import(pathToFileURL(path.resolve(modulePath)).href)
