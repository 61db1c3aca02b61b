import { randomUUID } from 'node:crypto'
import { addPairingCode } from '../../../services/relay/src/offices/office-service.ts'
import {
  createDeviceToken,
  createInletSegment,
  hashSecret,
  readPairingCode,
} from '../../../services/relay/src/secrets.ts'
import { NO_QUOTAS } from '../../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../../services/relay/src/store/sql-store.ts'
import { storeAt } from '../../support/relay/relay.ts'

/** An office with the path of its webhook address, and the tokens of its paired devices. */
interface SeededOffice {
  hook: string
  tokens: string[]
}

const PARTNER = 'partner'
/** Offices that are created at the same time. */
const PARALLEL = 10

/** Creates offices directly in the store. All share one partner profile. */
export async function seedOffices(
  place: string,
  jwks_url: string,
  count: number,
  devices: number,
): Promise<SeededOffice[]> {
  const store = await storeAt(place)
  try {
    const addresses = { jwks_url, sender_addresses: ['127.0.0.1'] }
    await store.setPartner({ name: PARTNER, ...addresses }, 'bench')
    const offices: SeededOffice[] = []
    let begun = 0
    const work = async () => {
      while (begun < count) {
        begun += 1
        offices.push(await seedOffice(store, `Office ${begun}`, devices))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
    return offices
  } finally {
    await store.close()
  }
}

async function seedOffice(store: RelayStore, name: string, devices: number): Promise<SeededOffice> {
  const created_at = new Date().toISOString()
  const { office_id } = await store.createOffice(
    { public_id: randomUUID(), name, created_at, ...NO_QUOTAS },
    'bench',
  )
  const office = store.office(office_id)
  await office.usePartner('sandbox', PARTNER)
  const inlet = createInletSegment()
  await office.addInlet({ inlet, environment: 'sandbox', created_at })
  const tokens: string[] = []
  while (tokens.length < devices) tokens.push(await pair(store, office))
  return { hook: `/hooks/sandbox/${inlet}`, tokens }
}

/** Pairs a device with the office. Returns the device's token. */
async function pair(store: RelayStore, office: ReturnType<RelayStore['office']>): Promise<string> {
  const { code } = await addPairingCode(office, { name: 'Office', environment: 'sandbox' }, Date.now())
  const read = readPairingCode(code)
  const token = createDeviceToken()
  if (read === null) throw new Error('The new pairing code cannot be read back.')
  await store.redeemPairingCode({
    ...read,
    at: new Date().toISOString(),
    device_id: randomUUID(),
    workstation: 'bench',
    token_hash: hashSecret(token),
  })
  return token
}
