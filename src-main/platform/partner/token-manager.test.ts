import { expect, test } from 'vitest'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { basicAuthorization } from './token-manager.ts'

const decoded = (header: string) => Buffer.from(header.replace(/^Basic /, ''), 'base64').toString()

test('sends the client ID and secret as they are by default, as the specification shows them', () =>
  expect(decoded(basicAuthorization(standardEndpoints, 'broker 1', 'a+b%c:é'))).toBe('broker 1:a+b%c:é'))

test('form-encodes the client ID and secret before Basic if the endpoint profile says so (RFC 6749, section 2.3.1)', () =>
  expect(
    decoded(basicAuthorization({ basic_credentials: 'form_encoded' }, 'broker 1:x', "a+b%c:é&='~")),
  ).toBe('broker+1%3Ax:a%2Bb%25c%3A%C3%A9%26%3D%27%7E'))
