import { z } from 'zod'
import { createPairingCode, PAIRING_CODE_LIFETIME_MS, readPairingCode } from '../devices/secrets.ts'
import {
  answer,
  dataField,
  dataOption,
  defineCommand,
  environmentField,
  environmentOption,
  jsonField,
  jsonOption,
  table,
  textField,
  UsageError,
  withStore,
  type Command,
} from './command-line.ts'
import { needEnvironment } from './need-environment.ts'

const pair = defineCommand(
  {
    name: 'pair',
    help: 'Make a code with which one workstation pairs itself. It works once, for ten minutes.',
    options: {
      data: dataOption,
      name: { value: 'TEXT', help: 'what you call the workstation: "Front desk"' },
      environment: environmentOption,
      json: jsonOption,
    },
  },
  z.object({ data: dataField, name: textField(100), environment: environmentField, json: jsonField }),
  async ({ data, name, environment, json }) => {
    const code = createPairingCode()
    const read = readPairingCode(code)
    if (read === null) throw new Error('a pairing code was made that cannot be read')
    const now = Date.now()
    const created_at = new Date(now).toISOString()
    const expires_at = new Date(now + PAIRING_CODE_LIFETIME_MS).toISOString()
    await withStore(data, async (store) => {
      await needEnvironment(store, environment)
      await store.addPairingCode({ ...read, name, environment, created_at, expires_at })
    })
    answer(
      json,
      { code, expires_at },
      `Pairing code for "${name}" (${environment}): ${code}\nIt works once, until ${expires_at}.`,
    )
  },
)

const listDevices = defineCommand(
  {
    name: 'device list',
    help: 'List the paired workstations.',
    options: { data: dataOption, json: jsonOption },
  },
  z.object({ data: dataField, json: jsonField }),
  async ({ data, json }) => {
    const devices = await withStore(data, (store) => store.listDevices())
    const rows = devices.map((device) => [
      device.device_id,
      device.name,
      device.workstation,
      device.environment,
      String(device.acked_seq),
      device.revoked_at === null ? 'paired' : `revoked ${device.revoked_at}`,
    ])
    answer(
      json,
      { devices },
      table(
        ['DEVICE', 'NAME', 'WORKSTATION', 'ENVIRONMENT', 'READ TO', 'STATE'],
        rows,
        'No device is paired yet.',
      ),
    )
  },
)

const revokeDevice = defineCommand(
  {
    name: 'device revoke',
    help: 'Take the relay away from a workstation: it gets nothing more.',
    options: {
      data: dataOption,
      device: { value: 'DEVICE', help: 'as device list shows it' },
      json: jsonOption,
    },
  },
  z.object({ data: dataField, device: textField(100), json: jsonField }),
  async ({ data, device, json }) => {
    const revoked = await withStore(data, (store) => store.revokeDevice(device, new Date().toISOString()))
    if (!revoked) throw new UsageError('There is no such device paired. "relay device list" shows them.')
    answer(json, { device_id: device, revoked }, 'The device is revoked.')
  },
)

export const deviceCommands: Command[] = [pair, listDevices, revokeDevice]
