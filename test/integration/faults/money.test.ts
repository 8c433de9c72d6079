// What moves money is sent once at most, whatever goes wrong, that its caller is told what is known and what is not, and that the
// look-up tells which it was.
import { describe, expect, test } from 'vitest'
import { gotFrom, initiatePath, processPath, useFaultyExchange } from './faulty-exchange.ts'
import { faultOf, late, moneyCases } from './money-cases.ts'
import { initiateAndSign, initiateLine, makeStart, processLine, stateOf } from './money-support.ts'
import { tightLimits } from './named-faults.ts'

const world = useFaultyExchange()

describe('a transfer is started, and', { timeout: 60_000 }, () => {
  test.each(moneyCases)('%s', async (name, { gets, isDone, also = [] }) => {
    const { client } = await world.signedIn(gets === late ? { limits: tightLimits } : {})
    const start = makeStart(world)
    world.proxy.play({ path: initiatePath, fault: faultOf(name) })
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual([initiateLine, ...also])
    expect(world.done.filter((line) => line.includes(initiatePath))).toEqual(
      isDone ? [`POST ${initiatePath} 200`] : [],
    )
    expect(await stateOf(world.direct().client, start.reference)).toBe(isDone ? 'pending' : 'unknown')
  })
})

describe('a transfer is completed, and', { timeout: 60_000 }, () => {
  test.each(moneyCases)('%s', async (name, { gets, isDone, also = [] }) => {
    const { client } = await world.signedIn(gets === late ? { limits: tightLimits } : {})
    const start = makeStart(world)
    const signed = await initiateAndSign(client, start, world.user(0))
    world.forget()
    world.proxy.play({ path: processPath, fault: faultOf(name) })
    expect(await gotFrom(client.processTransfer(signed))).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual([processLine, ...also])
    expect(world.done.filter((line) => line.includes(processPath))).toEqual(
      isDone ? [`POST ${processPath} 200`] : [],
    )
    expect(await stateOf(world.direct().client, start.reference)).toBe(isDone ? 'success' : 'pending')
  })
})
