import { expect, test } from 'vitest'
import { makeEvent } from '../../../tests/support/relay/signing.ts'
import { partnerEventSchema } from './event-schema.ts'

test('a notification’s texts are read without invisible characters and on one line', () => {
  const event = makeEvent({ status: 'app\u202e_fun\u200bded', message_type: 'application\u0000_event\n' })
  expect(partnerEventSchema.parse(event)).toMatchObject({
    status: 'app_funded',
    message_type: 'application_event',
  })
})

test.each(['\u202e', '\u200b\u2066', '\n'])(
  'a notification with the invisible status %j is malformed',
  (status) => {
    expect(partnerEventSchema.safeParse(makeEvent({ status })).success).toBe(false)
  },
)

test('a notification whose application id has invisible characters is malformed, because no deal can have this id', () => {
  expect(partnerEventSchema.safeParse(makeEvent({ application_id: '12\u202e3' })).success).toBe(false)
})
