import { notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import {
  endErrorOf,
  notifyError,
  offerUndo,
  run,
  runForDeal,
  saveFile,
  undoLast,
  withdrawUndo,
} from './command.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => title ?? message)

beforeEach(() =>
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }),
)

test('a command that succeeds says what was done, and returns its value', async () => {
  expect(await run(Promise.resolve(ok(3)), (count) => `${count} saved`)).toBe(3)
  expect(shown()).toEqual(['3 saved'])
})

test('a command that fails shows its error, says nothing else, and returns null', async () => {
  const failed = fail(appError('VAULT_UNAVAILABLE', 'Away.', 'Try again.'))
  expect(await run(Promise.resolve(failed), 'Saved')).toBeNull()
  expect(shown()).toEqual(['Away.'])
})

test('a command that the broker declined in a system dialog is not reported', async () => {
  const declined = fail(appError('CHANGE_NOT_CONFIRMED', 'Declined.', 'Nothing changed.'))
  expect(await run(Promise.resolve(declined), 'Saved')).toBeNull()
  expect(shown()).toEqual([])
})

test('a file that the broker did not save because of Cancel is not reported as saved', async () => {
  const said = (saved_as: string) => `Saved as ${saved_as}`
  expect(await saveFile(Promise.resolve(ok({ saved_as: null })), said)).toBe(false)
  expect(await saveFile(Promise.resolve(ok({ saved_as: 'a.pdf' })), said)).toBe(true)
  expect(shown()).toEqual(['Saved as a.pdf'])
})

test('the undo key undoes the last toast once, and never a toast that was given an id', async () => {
  const undone: string[] = []
  const undo = (name: string) => async () => {
    undone.push(name)
    return ok({})
  }
  offerUndo('First', undo('first'))
  offerUndo('Second', undo('second'))
  offerUndo('Removed', undo('removed'), { toast: 'own' })
  await undoLast()
  await undoLast()
  await undoLast()
  await undoLast()
  expect(undone).toEqual(['removed', 'second', 'first'])
})

test('the undo key skips an action whose offer was withdrawn, because the action was undone elsewhere or is final', async () => {
  const undone: string[] = []
  const undo = (name: string) => async () => ok(undone.push(name))
  offerUndo('Moved', undo('moved'))
  offerUndo('Submitted', undo('submitted'), { toast: 'deal' })
  withdrawUndo('deal')
  expect(shown()).toHaveLength(1)
  await undoLast()
  await undoLast()
  expect(undone).toEqual(['moved'])
})

test('an undo reports the new state if its action names one, and otherwise quotes what it undid', async () => {
  const undo = async () => ok({})
  offerUndo('Pine Auto is in Trash.', undo, { undone: 'Pine Auto restored.' })
  await undoLast()
  offerUndo('Commission saved.', undo)
  await undoLast()
  expect(shown()).toEqual(['Pine Auto restored.', 'Undone: “Commission saved”'])
})

test('an error about a deal names the deal, and ends with the next result of the same deal', async () => {
  const pine = { deal_id: 'pine', legal_name: 'Pine Auto' }
  const failed = fail(appError('DOCUMENTS_OF_OTHERS', 'Not sent.', 'Open the deal.'))
  await runForDeal(pine, Promise.resolve(failed))
  notifyError(failed.error, { deal_id: 'oak', legal_name: 'Oak Gym' })
  expect(shown()).toEqual(['Pine Auto: Not sent.', 'Oak Gym: Not sent.'])
  await runForDeal(pine, Promise.resolve(ok({})))
  expect(shown()).toEqual(['Oak Gym: Not sent.'])
  endErrorOf('oak')
  expect(shown()).toEqual([])
})
