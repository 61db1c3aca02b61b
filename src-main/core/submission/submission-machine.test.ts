import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERROR_CODES, OUTCOMES, appError, fail, ok } from '../../../src-shared/errors.ts'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import {
  applicationAnswered,
  applicationLeaves,
  applicationResolved,
  documentAnswered,
  documentResolved,
  stateAfterFailure,
} from './submission-machine.ts'

const at = '2026-05-04T10:00:00.000Z'
const document = {
  document_id: 'd',
  name: 'march.pdf',
  kind: 'bank_statement',
  state: 'sending',
} as DealDocument

test('an application that leaves is stored as sending, with the hash of what goes out', () => {
  const { changes, entry } = applicationLeaves('abc')
  expect(changes).toEqual({ state: 'sending', error: null, refused_fields: [] })
  expect(entry.detail).toContain('abc')
})

test('an answered application is received, under the id the service gave', () => {
  expect(applicationAnswered(ok({ application_id: '77' }), at).changes).toEqual({
    state: 'received',
    application_id: '77',
    submitted_at: at,
    error: null,
    refused_fields: [],
  })
})

test('a refused application keeps the fields that the service named', () => {
  const fields = [{ path: 'company.ein', message: 'unknown EIN' }]
  const error = appError('PARTNER_VALIDATION_FAILED', 'm', 'a', { outcome: 'not_received', fields })
  expect(applicationAnswered(fail(error), at).changes).toEqual({
    state: 'refused',
    error,
    refused_fields: fields,
  })
})

test('whatever the error, only a send that was surely not received may go out again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ERROR_CODES), fc.constantFrom(...OUTCOMES), (code, outcome) => {
      const failure = fail(appError(code, 'm', 'a', { outcome }))
      const application = applicationAnswered(failure, at).changes.state
      const file = documentAnswered(document, failure, at).changes.state
      const maybeThere = outcome === 'unknown' || outcome === 'received'
      expect(application === 'unknown').toBe(maybeThere)
      expect(file === 'unknown').toBe(maybeThere)
      expect(application).not.toBe('received')
      expect(file).not.toBe('received')
      expect(stateAfterFailure(failure.error) === 'unknown').toBe(maybeThere)
    }),
  )
})

test('a broken connection before sending leaves a draft, a refusal leaves refused', () => {
  const unreachable = fail(appError('PARTNER_UNREACHABLE', 'm', 'a', { outcome: 'not_received' }))
  expect(applicationAnswered(unreachable, at).changes.state).toBe('draft')
  expect(documentAnswered(document, unreachable, at).changes.state).toBe('attached')
  const tooLarge = fail(appError('PARTNER_TOO_LARGE', 'm', 'a', { outcome: 'not_received' }))
  expect(documentAnswered(document, tooLarge, at).changes.state).toBe('refused')
})

test("the broker's word settles what is unknown", () => {
  expect(applicationResolved('77', at).changes).toMatchObject({ state: 'received', application_id: '77' })
  expect(applicationResolved(null, at).changes).toEqual({ state: 'draft', error: null })
  expect(documentResolved(document, true, at).changes.state).toBe('received')
  expect(documentResolved(document, false, at).changes.state).toBe('attached')
})
