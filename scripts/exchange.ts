// Runs the practice exchange as a command: prints one line of JSON when ready, stops on SIGTERM and SIGINT.
// Prints nothing else to stdout before that line.
import { parseArgs } from 'node:util'
import { fixedClock, systemClock } from '../src-main/async/clock.ts'
import { startPracticeExchange, type PracticeExchange } from '../src-main/practice/exchange.ts'
import { callFaults, noFaults, type CallFault } from '../src-main/practice/faults.ts'
import { noStreamFaults, type StreamFaultRates } from '../src-main/practice/streams/stream-faults.ts'
import { openingFunds } from '../src-main/practice/transfers.ts'
import { AppError } from '../src-preload/domain/errors.ts'

const ordinals = ['first', 'second']
const wallets = openingFunds
  .map(
    (micro, index) =>
      `${(micro / 1_000_000n).toLocaleString('en')} USDC for the ${ordinals[index] ?? 'next'} user`,
  )
  .join(', ')

const help = `The practice exchange: the whole trading service on this machine, with two made-up users.

  npm run --silent exchange -- [flags]

  --port N                port on 127.0.0.1 (default: any free one)
  --seed N                decides users, markets and orders (default 7, as in the app)
  --orders N              orders of each user at the start, 0 to 1000000 (default 2500)
  --access-seconds N      life of an access token (default 300)
  --nonce-seconds N       life of login texts and transfer nonces (default 300)
  --state FILE            keep history and transfers in a file across restarts
  --fixed-time ISO        let the exchange's clock stand still at this time
  --genesis ISO           when the exchange came to be (default: now)
  --speed N               the exchange's time goes N times as fast, 1 to 1000
  --latency-ms N          between an answer and what it announced (default 100)
  --balance-with-locked   \`balance\` tells what open orders hold too
  --stops-wait            a stop that waits for its trigger is \`wait\`, not \`pending\`
  --faults LIST           faults of calls, each with its share: createLost=0.1,tooMany=0.02 (below)
  --late-seconds N        how much later a late create is accepted (default 60)
  --slow-seconds N        how much later a slow create is answered (default 5)
  --list-lag-seconds N    listings tell orders and fills only once they are so old
  --date-off-seconds N    added to the Date header
  --no-snapshots          order book streams without \`ob-snap\`
  --global-tickers        serves the stream \`global.tickers\`
  --private-seconds N     private streams end after so long
  --stream-faults LIST    late, twice, lost, silence, refused, each with its share: late=0.1,lost=0.01
  --fault-seed N          decides which calls and messages are met (default: the seed)
  --help                  print this

Faults of calls:
${Object.entries(callFaults)
  .map(([name, what]) => `  ${name.padEnd(24)}${what}`)
  .join('\n')}

Streams: ws on the same port, /public and /private?auth_header=TOKEN.

The first line of output is one JSON object: baseUrl, markets, and the users with their keys.
Beside what they trade with, users begin with USDC for internal transfers: ${wallets}.
Stop it with Ctrl-C.
`

const streamFaultNames = [
  'late',
  'twice',
  'lost',
  'silence',
  'refused',
] as const satisfies readonly (keyof StreamFaultRates)[]

class BadFlag extends Error {}

function wholeOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw new BadFlag(`--${flag} needs a whole number, not "${text}".`)
  return Number(text)
}

/** Shares by name, such as `late=0.1,lost=0.01`. */
function sharesOf<Name extends string>(
  flag: string,
  text: string | undefined,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  const shares: Partial<Record<Name, number>> = {}
  for (const part of (text ?? '').split(',').filter(Boolean)) {
    const [, word = '', share = ''] = /^(\w+)=(0|1|0?\.\d{1,6})$/.exec(part) ?? []
    const name = names.find((known) => known === word)
    if (name === undefined) {
      throw new BadFlag(
        `--${flag} needs a name and a share from 0 to 1, such as ${names[0]}=0.1, not "${part}".`,
      )
    }
    shares[name] = Number(share)
  }
  return shares
}

function timeOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const timeMs = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(timeMs)) {
    throw new BadFlag(`--${flag} needs a time such as 2026-11-20T12:00:00Z, not "${text}".`)
  }
  return timeMs
}

function readFlags() {
  const flag = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      port: flag,
      seed: flag,
      orders: flag,
      'access-seconds': flag,
      'nonce-seconds': flag,
      state: flag,
      'fixed-time': flag,
      genesis: flag,
      speed: flag,
      'latency-ms': flag,
      'balance-with-locked': { type: 'boolean' },
      'stops-wait': { type: 'boolean' },
      faults: flag,
      'late-seconds': flag,
      'slow-seconds': flag,
      'list-lag-seconds': flag,
      'date-off-seconds': flag,
      'no-snapshots': { type: 'boolean' },
      'global-tickers': { type: 'boolean' },
      'private-seconds': flag,
      'stream-faults': flag,
      'fault-seed': flag,
      help: { type: 'boolean' },
    },
  })
  const fixedMs = timeOf('fixed-time', values['fixed-time'])
  return {
    wantsHelp: values.help === true,
    options: {
      host: '127.0.0.1',
      port: wholeOf('port', values.port),
      seed: wholeOf('seed', values.seed),
      orders: wholeOf('orders', values.orders),
      accessTokenSeconds: wholeOf('access-seconds', values['access-seconds']),
      nonceSeconds: wholeOf('nonce-seconds', values['nonce-seconds']),
      stateFile: values.state,
      clock: fixedMs === undefined ? systemClock : fixedClock(fixedMs),
      genesisMs: timeOf('genesis', values.genesis),
      speed: wholeOf('speed', values.speed),
      latencyMs: wholeOf('latency-ms', values['latency-ms']),
      balanceIncludesLocked: values['balance-with-locked'] === true,
      waitingStop: values['stops-wait'] === true ? 'wait' : 'pending',
      faultSeed: wholeOf('fault-seed', values['fault-seed']),
      faults: {
        shares: sharesOf('faults', values.faults, Object.keys(callFaults) as CallFault[]),
        lateSeconds: wholeOf('late-seconds', values['late-seconds']) ?? noFaults.lateSeconds,
        slowSeconds: wholeOf('slow-seconds', values['slow-seconds']) ?? noFaults.slowSeconds,
        listLagSeconds: wholeOf('list-lag-seconds', values['list-lag-seconds']) ?? 0,
        dateOffSeconds: wholeOf('date-off-seconds', values['date-off-seconds']) ?? 0,
      },
      streams: {
        snapshots: values['no-snapshots'] !== true,
        globalTickers: values['global-tickers'] === true,
        privateSeconds: wholeOf('private-seconds', values['private-seconds']) ?? null,
        faults: {
          ...noStreamFaults,
          ...sharesOf('stream-faults', values['stream-faults'], streamFaultNames),
        },
      },
    },
  } as const
}

const flagOfField: Readonly<Record<string, string>> = {
  latencyMs: '--latency-ms',
  accessTokenSeconds: '--access-seconds',
  nonceSeconds: '--nonce-seconds',
  genesisMs: '--genesis',
}

/** A one-sentence error message for the terminal. */
function explain(error: unknown): string {
  if (error instanceof BadFlag) return `${error.message} Try --help.`
  if (error instanceof AppError) {
    const { data } = error
    const file = String(data['file'])
    const field = String(data['field'])
    switch (error.code) {
      case 'validation':
        if (field === 'port' && data['reason'] === 'in use') {
          return `Port ${String(data['port'])} is in use: stop the program that has it, or choose another --port.`
        }
        if (data['reason'] === 'differs from state file') {
          return `${file} was made with --${field} ${String(data['stored'])}: use that, or another --state file.`
        }
        return `${flagOfField[field] ?? `--${field}`} cannot be used: ${String(data['reason'])}. Try --help.`
      case 'databaseCorrupt':
        return `${file} is damaged (${String(data['reason'])}) and was set aside as ${String(data['setAside'])}. Start again for a new history.`
      case 'databaseTooNew':
        return `${file} was made by a newer version of this program.`
      case 'databaseUnavailable':
        return `${file} cannot be read or written (${String(data['reason'])}).`
      default:
        return `The practice exchange could not start: ${error.message}`
    }
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message.split('. ')[0] ?? 'A flag is not right'}. Try --help.`
  }
  return `The practice exchange could not start: ${error instanceof Error ? error.message : String(error)}`
}

function stopOnSignals(exchange: PracticeExchange): void {
  const stop = (): void => {
    void exchange.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  const { wantsHelp, options } = readFlags()
  if (wantsHelp) process.stdout.write(help)
  else {
    const exchange = await startPracticeExchange({
      ...options,
      onFault: (error) => console.error('Fault in the practice exchange:', error),
    })
    stopOnSignals(exchange)
    const users = exchange.users.map((user) => ({
      ethereumAddress: user.ethereumAddress,
      ethereumPrivateKey: user.ethereumPrivateKey,
      starkKey: user.starkKey,
      organizationKey: user.organizationKey,
      apiKey: user.apiKey,
    }))
    process.stdout.write(
      `${JSON.stringify({ baseUrl: exchange.baseUrl, markets: exchange.markets, users })}\n`,
    )
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
