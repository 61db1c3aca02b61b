import type { PartnerApi } from '../../../src-main/platform/partner/partner-api.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { makeBytes, makeUpload, upload } from './client.ts'
import { JWKS, OFFERS, WEBHOOKS } from './scripted-partner.ts'

export const submit = (client: PartnerApi) => client.createApplication({ application: {}, company: {} })
/** The client's calls that change data at the partner, by name. */
export const writes: [string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['createApplication', submit],
  ['createDocument', (client) => upload(client, makeUpload(makeBytes(5000)))],
  ['createWebhook', (client) => client.createWebhook('offer', 'https://relay.example/hook')],
]
/** The client's calls that change no data: name, HTTP route, and call. */
export const reads: [string, string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['listOffers', OFFERS, (client) => client.listOffers('100000001')],
  ['listWebhooks', WEBHOOKS, (client) => client.listWebhooks()],
  ['getJwks', JWKS, (client) => client.getJwks()],
]
