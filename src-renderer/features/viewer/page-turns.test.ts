import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './page-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = () => new Promise<never>(() => {})
/**
 * Returns a document whose worker is simulated by `answer`. A promise that resolves means that the worker responds. A promise that never
 * settles means that a page blocks the worker.
 */
const documentOf = (answer: () => Promise<null>) =>
  ({ getPermissions: answer }) as unknown as PDFDocumentProxy
const answering = () => documentOf(() => Promise.resolve(null))

test('a page is drawn after the previous page, and its time limit starts only when its own drawing starts', async () => {
  const pdf = answering()
  let finish: (result: string) => void = () => {}
  const first = new Promise<string>((resolve) => (finish = resolve))
  const work = vi.fn<() => Promise<never>>(never)
  const [firstLimit, secondLimit] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const drawn = inTurn(pdf, () => first, firstLimit)
  void inTurn(pdf, work, secondLimit)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(work).not.toHaveBeenCalled()
  finish('drawn')
  expect(await drawn).toBe('drawn')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(work).toHaveBeenCalledOnce()
  expect(secondLimit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(secondLimit).toHaveBeenCalledOnce()
  expect(firstLimit).not.toHaveBeenCalled()
})

test('if drawing a page fails, the next page is still drawn', async () => {
  const pdf = answering()
  const failed = inTurn(pdf, () => Promise.reject(new Error('damaged')), vi.fn<() => void>())
  const next = inTurn(pdf, () => Promise.resolve('drawn'), vi.fn<() => void>())
  await expect(failed).rejects.toThrow('damaged')
  expect(await next).toBe('drawn')
})

test('if a canceled page still blocks the worker, the time limit of the canceled page expires, not that of the next page', async () => {
  const pdf = documentOf(never)
  const [canceledLimit, nextLimit] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await expect(inTurn(pdf, () => Promise.reject(new Error('canceled')), canceledLimit)).rejects.toThrow()
  void inTurn(pdf, never, nextLimit)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(canceledLimit).toHaveBeenCalledOnce()
  expect(nextLimit).not.toHaveBeenCalled()
})
