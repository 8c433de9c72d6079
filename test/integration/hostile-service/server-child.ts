// The hostile service, in a process of its own: what it costs to send is not the client's time.
import { createServer, type ServerResponse } from 'node:http'
import { constants, setPriority } from 'node:os'
import { isSoak } from '../../fixtures/soak.ts'
import { endpointAt } from './asks.ts'
import { type Served, shapeNames, shapes } from './shapes.ts'

// Where turns are measured: on few cores it would take the client's, and a service has a machine of its own. Elsewhere a
// busy machine would leave it none.
if (isSoak) setPriority(constants.priority.PRIORITY_LOW)

/** The path says nothing of a shape: a header does, which the client's transport adds. */
const shapeHeader = 'x-shape'

async function send(
  { status = 200, headers = {}, body, partBytes, isCut = false }: Served,
  response: ServerResponse,
) {
  response.on('error', () => undefined)
  if (partBytes === undefined && !isCut) {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...headers,
    })
    response.end(body)
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (isCut) {
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
    return
  }
  const step = partBytes ?? body.length
  // Corked, many small parts leave as fast as they can.
  for (let start = 0; start < body.length && !response.destroyed;) {
    response.cork()
    for (let parts = 0; parts < 4_096 && start < body.length; parts += 1, start += step)
      response.write(body.subarray(start, start + step))
    response.uncork()
    if (response.writableNeedDrain)
      await new Promise((resolve) => {
        response.once('drain', resolve).once('close', resolve)
      })
  }
  response.end()
}

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    const name = shapeNames[Number(request.headers[shapeHeader])] ?? 'honest'
    const served = shapes[name]?.(endpointAt(request.url ?? ''))
    if (served !== undefined) void send(served, response)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    process.send?.({ baseUrl: `http://127.0.0.1:${address.port}` })
})
process.once('disconnect', () => process.exit(0))
