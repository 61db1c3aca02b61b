import { expect, test } from 'vitest'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { createServerStore } from './server-store.ts'

const FAILED = appError('VAULT_BUSY', 'The disk is full.', 'Make room.')

/** Creates a store whose requests and events the test controls. */
function storeOf() {
  const answers: ((answer: Result<string>) => void)[] = []
  let send = (_value: string) => {}
  const store = createServerStore<string>({
    initial: null,
    read: () => new Promise((resolve) => answers.push(resolve)),
    listen({ adopt }) {
      send = adopt
      return [() => (send = () => {})]
    },
  })
  return { store, answers, send: (value: string) => send(value) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('drops a response that a newer request, change, or event has superseded', async () => {
  const { store, answers, send } = storeOf()
  const stop = store.follow()
  void store.getState().load()
  answers[1]?.(ok('newer'))
  answers[0]?.(ok('older'))
  await settled()
  expect(store.getState().value).toBe('newer')

  void store.getState().load()
  await store.getState().change(Promise.resolve(ok('changed')))
  answers[2]?.(ok('read before the change'))
  await settled()
  expect(store.getState().value).toBe('changed')

  void store.getState().load()
  send('event')
  answers[3]?.(ok('read before the event'))
  await settled()
  expect(store.getState().value).toBe('event')

  stop()
  send('after the end')
  expect(store.getState().value).toBe('event')
})

test('after a failed read, keeps the last value together with the error until a read succeeds', async () => {
  const { store, answers } = storeOf()
  store.adopt('known')
  void store.getState().load()
  answers[0]?.(fail(FAILED))
  await settled()
  expect(store.getState()).toMatchObject({ value: 'known', error: FAILED })
  expect(await store.getState().change(Promise.resolve(fail(FAILED)))).toEqual(fail(FAILED))
  void store.getState().load()
  answers[1]?.(ok('read'))
  await settled()
  expect(store.getState()).toMatchObject({ value: 'read', error: null })
})
