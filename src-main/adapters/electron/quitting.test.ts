import { beforeEach, describe, expect, it } from 'vitest'
import { LONGEST_FAREWELL_MS, Quitting } from './quitting.ts'

let alarms: { ms: number; work: () => void }[]
let done: string[]
let endFarewell: () => void
let endMakeWay: () => void

beforeEach(() => {
  alarms = []
  done = []
})

function quitting(): Quitting {
  return new Quitting({
    timers: {
      after(ms, work) {
        const alarm = { ms, work }
        alarms.push(alarm)
        return () => void (alarms = alarms.filter((other) => other !== alarm))
      },
    },
    farewell: () => (done.push('farewell'), new Promise<void>((resolve) => (endFarewell = resolve))),
    makeWay: () => (done.push('make way'), new Promise<void>((resolve) => (endMakeWay = resolve))),
    exit: () => done.push('exit'),
  })
}

/** Quits with all windows closed, and answers whether the app would end now. */
function endsBy(quit: Quitting): boolean {
  let ends = true
  quit.willQuit({ preventDefault: () => (ends = false) })
  return ends
}

const ring = (ms: number) => alarms.find((alarm) => alarm.ms === ms)?.work()
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the end of the app', () => {
  it('waits for the farewell, and for what takes its place', async () => {
    const quit = quitting()
    expect(endsBy(quit)).toBe(false)
    expect(done).toEqual(['farewell'])
    endFarewell()
    await turn()
    expect(done).toEqual(['farewell', 'make way'])
    endMakeWay()
    await turn()
    expect(done).toEqual(['farewell', 'make way', 'exit'])
  })

  it('is not hurried by who quits once more during the farewell, which begins once', async () => {
    const quit = quitting()
    endsBy(quit)
    expect(endsBy(quit)).toBe(false)
    expect(endsBy(quit)).toBe(false)
    expect(done).toEqual(['farewell'])
  })

  it('comes when the updater quits, to put another version in its place', async () => {
    const quit = quitting()
    endsBy(quit)
    endFarewell()
    await turn()
    expect(endsBy(quit)).toBe(true)
  })

  it('comes without another version where the farewell takes too long', async () => {
    endsBy(quitting())
    ring(LONGEST_FAREWELL_MS)
    await turn()
    expect(done).toEqual(['farewell', 'exit'])
  })
})
