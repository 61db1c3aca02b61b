import { beforeEach, describe, expect, it } from 'vitest'
import { HELD_MS, LONGEST_SHUTDOWN_MS, Quitting } from './quitting.ts'

let alarms: { ms: number; work: () => void }[]
let done: string[]
let endShutdown: () => void
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
    quitCancelled: () => done.push('called off'),
    shutdown: () => (done.push('farewell'), new Promise<void>((resolve) => (endShutdown = resolve))),
    prepareForUpdate: () => (done.push('make way'), new Promise<void>((resolve) => (endMakeWay = resolve))),
    exit: () => done.push('exit'),
  })
}

/** Reports that the app is about to quit with all windows closed. Returns true if the app would end immediately. */
function endsBy(quit: Quitting): boolean {
  let ends = true
  quit.willQuit({ preventDefault: () => (ends = false) })
  return ends
}

const ring = (ms: number) => alarms.find((alarm) => alarm.ms === ms)?.work()
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('quitting the app', () => {
  it('waits for shutdown and prepareForUpdate', async () => {
    const quit = quitting()
    expect(endsBy(quit)).toBe(false)
    expect(done).toEqual(['farewell'])
    endShutdown()
    await turn()
    expect(done).toEqual(['farewell', 'make way'])
    endMakeWay()
    await turn()
    expect(done).toEqual(['farewell', 'make way', 'exit'])
  })

  it('ignores another quit during shutdown, and runs shutdown only once', async () => {
    const quit = quitting()
    endsBy(quit)
    expect(endsBy(quit)).toBe(false)
    expect(endsBy(quit)).toBe(false)
    expect(done).toEqual(['farewell'])
  })

  it('lets the updater end the app after shutdown to install another version', async () => {
    const quit = quitting()
    endsBy(quit)
    endShutdown()
    await turn()
    expect(endsBy(quit)).toBe(true)
  })

  it('ends without installing an update if shutdown takes too long', async () => {
    endsBy(quitting())
    ring(LONGEST_SHUTDOWN_MS)
    await turn()
    expect(done).toEqual(['farewell', 'exit'])
  })
})

describe('a quit that a window delays', () => {
  it('continues once the window has saved and closed', () => {
    const quit = quitting()
    quit.chosen()
    quit.held()
    expect(quit.isWanted).toBe(true)
    expect(endsBy(quit)).toBe(false)
    ring(HELD_MS)
    expect(done).toEqual(['farewell'])
  })

  it('is canceled if the window stays open too long', () => {
    const quit = quitting()
    quit.chosen()
    quit.held()
    ring(HELD_MS)
    expect(quit.isWanted).toBe(false)
    expect(done).toEqual(['called off'])
  })

  it('gets a new time limit if the user chooses Quit again before the first limit expires', () => {
    const quit = quitting()
    quit.chosen()
    quit.held()
    quit.chosen()
    ring(HELD_MS)
    expect(quit.isWanted).toBe(true)
    quit.held()
    ring(HELD_MS)
    expect(quit.isWanted).toBe(false)
  })

  it('does not start if the user only closes the window', () => {
    const quit = quitting()
    quit.held()
    expect(alarms).toEqual([])
    expect(quit.isWanted).toBe(false)
  })
})
