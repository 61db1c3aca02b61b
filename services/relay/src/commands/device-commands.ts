import { createPairingCode, PAIRING_CODE_LIFETIME_MS, readPairingCode } from '../secrets.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  storeOptions,
  table,
  textOption,
  withStore,
} from './define-command.ts'
import { requireEnvironment } from './environment-commands.ts'

const NO_SUCH_DEVICE = 'No paired device has this id. See "relay device list".'

const pair = defineCommand(
  {
    name: 'pair',
    help: 'Create a code to pair one workstation. It works once, for ten minutes.',
    options: {
      ...storeOptions,
      name: textOption('TEXT', 'name of the workstation: "Front desk"'),
      environment: environmentOption,
      json: jsonOption,
    },
  },
  async ({ name, environment, json, ...location }) => {
    const code = createPairingCode()
    const read = readPairingCode(code)
    if (read === null) throw new Error('the new pairing code cannot be read back')
    const now = Date.now()
    const created_at = new Date(now).toISOString()
    const expires_at = new Date(now + PAIRING_CODE_LIFETIME_MS).toISOString()
    await withStore(location, async (store) => {
      await requireEnvironment(store, environment)
      await store.addPairingCode({ ...read, name, environment, created_at, expires_at })
    })
    printResult(
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
    options: { ...storeOptions, json: jsonOption },
  },
  async ({ json, ...location }) => {
    const devices = await withStore(location, (store) => store.listDevices())
    const rows = devices.map((device) => [
      device.device_id,
      device.name,
      device.workstation,
      device.environment,
      String(device.acked_seq),
      device.revoked_at === null ? 'paired' : `revoked ${device.revoked_at}`,
    ])
    printResult(
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

const renameDevice = defineCommand(
  {
    name: 'device rename',
    help: 'Rename a workstation.',
    options: {
      ...storeOptions,
      device: textOption('DEVICE', 'id from device list'),
      name: textOption('TEXT', 'new name'),
      json: jsonOption,
    },
  },
  async ({ device, name, json, ...location }) => {
    const renamed = await withStore(location, (store) => store.renameDevice(device, name))
    if (!renamed) throw new UsageError(NO_SUCH_DEVICE)
    printResult(json, { device_id: device, name }, `The device is now named "${name}".`)
  },
)

const revokeDevice = defineCommand(
  {
    name: 'device revoke',
    help: 'Revoke the access of a workstation. It no longer gets events.',
    options: {
      ...storeOptions,
      device: textOption('DEVICE', 'id from device list'),
      json: jsonOption,
    },
  },
  async ({ device, json, ...location }) => {
    const revoked = await withStore(location, (store) => store.revokeDevice(device, new Date().toISOString()))
    if (!revoked) throw new UsageError(NO_SUCH_DEVICE)
    printResult(json, { device_id: device, revoked }, 'The device is revoked.')
  },
)

export const deviceCommands = [pair, listDevices, renameDevice, revokeDevice]
