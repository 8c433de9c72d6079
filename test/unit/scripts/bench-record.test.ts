// The figures that a run of benches leaves are those that it printed.
import { expect, it } from 'vitest'
import { readFigures, readMachine, readNotes, wordMachine } from '../../../scripts/bench-record.ts'

const printed = `machine cores=2
bench signing derive ours=1234/s reference=500/s ratio=2.47 goal=3.00 missed
bench store first-page ours=12.0ms reference=10.0ms ratio=1.20 cpu=9.00ms goal=150ms met
bench live frame-p95 ours=16.0ms reference=15.0ms ratio=1.07 goal=17ms or 1.20 met
bench fills 100000 orders, 250000 fills
bench store sync-stall ours=22.0ms reference=3.0ms cpu=18.0ms goal=20ms missed
bench chart paint grows 1000=2.00ms 10000=21.0ms exponent=1.02
bench startup first ours=400ms reference=300ms ratio=1.33 goal=none measured
`

it('each line of a figure is read with its goal and verdict, and the others as they are', () => {
  expect(
    readFigures(printed).map(({ bench, figure, goal, verdict }) => [bench, figure, goal, verdict]),
  ).toEqual([
    ['signing', 'derive', '3.00', 'missed'],
    ['store', 'first-page', '150ms', 'met'],
    ['live', 'frame-p95', '17ms or 1.20', 'met'],
    ['store', 'sync-stall', '20ms', 'missed'],
    ['startup', 'first', 'none', 'measured'],
  ])
  expect(readFigures(printed)[3]?.ratio).toBeNull()
  expect(readNotes(printed)).toEqual([
    'bench fills 100000 orders, 250000 fills',
    'bench chart paint grows 1000=2.00ms 10000=21.0ms exponent=1.02',
  ])
  expect(readFigures(printed)[0]).toMatchObject({ ours: '1234/s', reference: '500/s', ratio: '2.47' })
})

it('the machine is told in one line', async () => {
  const machine = await readMachine()
  expect(machine.cores).toBeGreaterThan(0)
  expect(wordMachine(machine)).toMatch(
    /^machine cores=\d+ processor=\S+ load=\d+\.\d\d idle-stall=\d+\.\dms$/,
  )
})
