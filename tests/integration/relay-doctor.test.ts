import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { OFFICE, placeArguments, storeAt } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

const OFFICES = 30
const KEY_ADDRESSES = 10
const key = createSigningKey('iso-submission-rsa-01')

interface Finding {
  check: string
  result: string
  detail: string
  advice: string
}

onEachEngine((newPlace, ends) => {
  test('doctor checks many offices with one probe, and fetches the keys once per address and a few at a time', async () => {
    const probes: string[] = []
    const fetches: string[] = []
    let open = 0
    let most = 0
    const server = createServer((request, response) => {
      const { method, url = '' } = request
      if (method === 'POST') {
        probes.push(url)
        response.writeHead(401).end('{"code":"SIGNATURE_INVALID"}')
        return
      }
      fetches.push(url)
      open += 1
      most = Math.max(most, open)
      void sleep(20).then(() => {
        open -= 1
        response.end(JSON.stringify({ keys: [key.jwk] }))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.add(() => {
      server.closeAllConnections()
      server.close()
    })
    const partner = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const place = await newPlace()
    const store = await storeAt(place)
    for (let count = 0; count < OFFICES; count += 1) {
      const { office_id } = await createOffice(store, `Office ${count}`, NO_QUOTAS, 'test')
      const office = store.office(office_id)
      const jwks_url = `${partner}/keys/${count % KEY_ADDRESSES}`
      await office.setEnvironment({ name: 'sandbox', jwks_url, sender_addresses: [] })
      // The second office has no inlet, and the first one is suspended.
      if (count !== 1)
        await office.addInlet({
          inlet: `inlet-${count}`,
          environment: 'sandbox',
          created_at: new Date().toISOString(),
        })
      if (count === 0) await office.setState('suspended')
    }
    const [, suspended, without, probed] = await store.listOffices()
    expect((await store.office(OFFICE).listEnvironments()).length).toBe(0)
    await store.close()

    const { option, variables } = placeArguments(place)
    const { code, stdout } = await runProgram(
      RELAY,
      ['doctor', ...option, '--public-url', partner, '--json'],
      variables,
    )
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    expect(probes).toEqual(['/hooks/sandbox/inlet-2'])
    expect(fetches.toSorted()).toEqual(Array.from({ length: KEY_ADDRESSES }, (_, at) => `/keys/${at}`))
    expect(most).toBeLessThanOrEqual(4)

    const failed = findings.filter(({ result }) => result === 'fail')
    expect(failed.map(({ check }) => check)).toEqual([`${without?.public_id} sandbox: inlet`])
    const ofOffice = `--office ${without?.public_id}`
    expect(failed.map(({ advice }) => advice)).toEqual([
      `Run: relay inlet add ${ofOffice} --environment sandbox`,
    ])
    for (const command of ['environment set', 'pair'])
      expect(findings.map(({ advice }) => advice).join('\n')).toContain(`relay ${command} ${ofOffice} `)
    expect(code).toBe(1)
    const checks = findings.map(({ check }) => check)
    expect(checks.filter((check) => check === 'sandbox: keys')).toHaveLength(KEY_ADDRESSES)
    expect(checks.filter((check) => check.endsWith(' sandbox: devices'))).toHaveLength(OFFICES - 1)
    expect(checks).toContain(`${probed?.public_id} sandbox: inlet`)
    expect(checks.some((check) => check.startsWith(String(suspended?.public_id)))).toBe(false)
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'offices', detail: expect.stringContaining('1 is suspended') }),
    )
  })
})
