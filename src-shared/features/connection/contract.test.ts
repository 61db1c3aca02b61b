import { expect, test } from 'vitest'
import { connectionContract } from './contract.ts'

const credentials = { environment: 'sandbox', base_url: ' https://a.example\n', client_id: '\u200bid ' }

test.each(['s3cret \n', '\ts3cret', '\ufeffs3cret\r\n', 's3\u200bcret\u00a0'])(
  'trims the pasted client secret %j as it trims the client ID',
  (client_secret) =>
    expect(
      connectionContract['environment.test_connection'].input.parse({ ...credentials, client_secret }),
    ).toEqual({
      environment: 'sandbox',
      base_url: 'https://a.example',
      client_id: 'id',
      client_secret: 's3cret',
    }),
)

test('refuses a client secret of spaces only', () =>
  expect(
    connectionContract['environment.test_connection'].input.safeParse({
      ...credentials,
      client_secret: ' \u200b',
    }).success,
  ).toBe(false))
