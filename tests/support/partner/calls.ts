import type { PartnerApi } from '../../../src-main/core/ports/partner-api.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { makeBytes, makeUpload, upload } from './client.ts'
import { JWKS, OFFERS, WEBHOOKS } from './scripted-partner.ts'

export const submit = (client: PartnerApi) => client.createApplication({ application: {}, company: {} })
/** Calls that change data at the partner. */
export const writes: [string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['createApplication', submit],
  ['createDocument', (client) => upload(client, makeUpload(makeBytes(5000)))],
  ['createWebhook', (client) => client.createWebhook('offer', 'https://relay.example/hook')],
]
/** Calls that change no data, with their routes. */
export const reads: [string, string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['listOffers', OFFERS, (client) => client.listOffers('100000001')],
  ['listWebhooks', WEBHOOKS, (client) => client.listWebhooks()],
  ['getJwks', JWKS, (client) => client.getJwks()],
]
