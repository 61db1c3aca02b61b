import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError, ok, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { useAttaching } from './attach-store.ts'

const shown = vi.hoisted(() => new Map<string, string>())
vi.mock('@mantine/notifications', () => ({
  notifications: {
    show: ({ id, title, message }: { id?: string; title?: string; message: string }) =>
      shown.set(id ?? message, title ?? message),
    hide: (id: string) => shown.delete(id),
  },
}))

const DAMAGED = appError('FILE_DAMAGED', 'It is damaged.', 'Save it again.')

/** Files that main is attaching; each waits until the test releases it. */
let attaching: Map<string, (error: AppError | null) => void>
let attached: string[]
/** The password that main got last with each file. */
let given: Map<string, string | undefined>
let closed: number
let listeners: Set<(event: { preventDefault: () => void }) => void>

beforeEach(() => {
  attaching = new Map()
  attached = []
  given = new Map()
  closed = 0
  listeners = new Set()
  shown.clear()
  useAttaching.setState(useAttaching.getInitialState())
  vi.stubGlobal('window', {
    fundingDesk: {
      call: main,
      registerFiles: async (files: File[]) => ok(files.map(({ name }) => ({ file_id: name, name }))),
    },
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
    close: () => closed++,
  })
})
afterEach(() => vi.unstubAllGlobals())

async function main(_channel: string, { files }: { files: { file_id: string; password?: string }[] }) {
  const [{ file_id: name, password } = { file_id: '' }] = files
  given.set(name, password)
  const error = await new Promise<AppError | null>((resolve) => attaching.set(name, resolve))
  if (error !== null) return ok([{ attached: false, name, error }])
  attached.push(name)
  const originals = name.endsWith('.jpg') ? { originals: [{ name }] } : {}
  return ok([{ attached: true, name, also_in: [], document: { document_id: name, ...originals } }])
}

const attach = (...names: string[]) =>
  useAttaching.getState().attach(
    'deal',
    names.map((name) => new File([], name)),
  )
async function answer(name: string, error: AppError | null = null) {
  await expect.poll(() => attaching.has(name)).toBe(true)
  attaching.get(name)?.(error)
  attaching.delete(name)
}
/** Simulates a click on Close. Returns true if the window stays open. */
function close(): boolean {
  let isHeld = false
  for (const listener of listeners) listener({ preventDefault: () => (isHeld = true) })
  return isHeld
}

test('a closing window stays open until all files are attached, and then closes', async () => {
  expect(close()).toBe(false)
  const done = Promise.all([attach('one.pdf', 'two.pdf'), attach('three.pdf')])
  await answer('one.pdf')
  expect([close(), closed]).toEqual([true, 0])
  expect([...shown.values()]).toEqual(['Files are still being attached.'])
  for (const name of ['two.pdf', 'three.pdf']) await answer(name)
  await done
  expect([closed, attached, shown.size]).toEqual([1, ['one.pdf', 'two.pdf', 'three.pdf'], 0])
  expect(close()).toBe(false)
})

test('a second click on Close is not blocked while files are being attached', async () => {
  const done = attach('one.pdf')
  expect([close(), close()]).toEqual([true, false])
  await answer('one.pdf')
  await done
})

test('a closing window stays open if a file is refused, and shows the error', async () => {
  const before = attach('before.pdf')
  await answer('before.pdf', DAMAGED)
  await before
  const done = attach('one.pdf', 'two.pdf')
  expect(close()).toBe(true)
  await answer('one.pdf', DAMAGED)
  await answer('two.pdf')
  await done
  expect([closed, [...shown.values()]]).toEqual([0, ['1 file was not attached.']])
  expect(close()).toBe(false)
})

test('a refused file can be attached again', async () => {
  const done = attach('one.pdf', 'two.pdf')
  await answer('one.pdf', DAMAGED)
  await answer('two.pdf')
  await done
  const again = useAttaching.getState().retry('one.pdf')
  await answer('one.pdf')
  await again
  expect([attached, useAttaching.getState().files]).toEqual([['two.pdf', 'one.pdf'], []])
})

test('a refused file stays in the list while others are attached, until it is attached again', async () => {
  const names = () => useAttaching.getState().files.map(({ name }) => name)
  const first = attach('locked.pdf', 'empty.pdf')
  await answer('locked.pdf', appError('FILE_ENCRYPTED', 'It needs a password.', 'Enter it.'))
  await answer('empty.pdf', appError('FILE_EMPTY', 'It is empty.', 'Save it again.'))
  await first
  const second = attach('other.pdf')
  await answer('other.pdf', appError('FILE_DUPLICATE', 'The deal has it.', 'Nothing to do.'))
  await second
  expect(names()).toEqual(['locked.pdf', 'empty.pdf', 'other.pdf'])
  const third = attach('empty.pdf')
  await answer('empty.pdf')
  await third
  expect(names()).toEqual(['locked.pdf'])
})

test('a password opens the file that it was entered for, and other locked files of the deal without calling it wrong for them', async () => {
  const [locked, wrong] = (['FILE_ENCRYPTED', 'FILE_PASSWORD_WRONG'] as const).map((code) =>
    appError(code, 'It needs a password.', 'Enter it.'),
  ) as [AppError, AppError]
  const codes = () =>
    useAttaching.getState().files.map(({ name, error }) => [name, error?.code ?? null, given.get(name)])
  const done = attach('one.pdf', 'two.pdf', 'three.pdf')
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) await answer(name, locked)
  await done
  const first = useAttaching.getState().unlock('one.pdf', 'typo')
  await answer('one.pdf', wrong)
  await first
  expect(codes()).toEqual([
    ['one.pdf', 'FILE_PASSWORD_WRONG', 'typo'],
    ['two.pdf', 'FILE_ENCRYPTED', undefined],
    ['three.pdf', 'FILE_ENCRYPTED', undefined],
  ])
  const second = useAttaching.getState().unlock('one.pdf', 'right')
  await answer('one.pdf')
  await answer('two.pdf', wrong)
  await answer('three.pdf')
  await second
  expect([attached, codes()]).toEqual([['one.pdf', 'three.pdf'], [['two.pdf', 'FILE_ENCRYPTED', 'right']]])
  expect(JSON.stringify(useAttaching.getState())).not.toContain('right')
})

test('photos that were attached together can be combined, until other files are attached', async () => {
  const offered = () => useAttaching.getState().photos['deal']
  const done = attach('front.jpg', 'lease.pdf', 'back.jpg')
  for (const name of ['front.jpg', 'lease.pdf', 'back.jpg']) await answer(name)
  await done
  expect(offered()).toEqual(['front.jpg', 'back.jpg'])
  const next = attach('check.jpg')
  await answer('check.jpg')
  await next
  expect(offered()).toEqual(['check.jpg'])
})

test('the window does not close without a click on Close', async () => {
  const done = attach('one.pdf')
  await answer('one.pdf')
  await done
  expect([closed, shown.size]).toEqual([0, 0])
})
