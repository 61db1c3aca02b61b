import { addPairingCode } from '../events/pairing.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  table,
  textOption,
  withOffice,
} from './define-command.ts'
import { requireEnvironment } from './environment-commands.ts'

const NO_SUCH_DEVICE = 'No paired device has this id. See "relay device list".'

const pair = defineCommand(
  {
    name: 'pair',
    help: 'Create a code to pair one workstation. It works once, for ten minutes.',
    options: {
      ...officeOptions,
      name: textOption('TEXT', 'name of the workstation: "Front desk"'),
      environment: environmentOption,
      json: jsonOption,
    },
  },
  async ({ name, environment, json, ...location }) => {
    const { code, expires_at } = await withOffice(location, async (store) => {
      await requireEnvironment(store, environment)
      return addPairingCode(store, { name, environment }, Date.now())
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
    options: { ...officeOptions, json: jsonOption },
  },
  async ({ json, ...location }) => {
    const devices = await withOffice(location, (store) => store.listDevices())
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
      ...officeOptions,
      device: textOption('DEVICE', 'id from device list'),
      name: textOption('TEXT', 'new name'),
      json: jsonOption,
    },
  },
  async ({ device, name, json, ...location }) => {
    const renamed = await withOffice(location, (store) => store.renameDevice(device, name))
    if (!renamed) throw new UsageError(NO_SUCH_DEVICE)
    printResult(json, { device_id: device, name }, `The device is now named "${name}".`)
  },
)

const revokeDevice = defineCommand(
  {
    name: 'device revoke',
    help: 'Revoke the access of a workstation. It no longer gets events.',
    options: {
      ...officeOptions,
      device: textOption('DEVICE', 'id from device list'),
      json: jsonOption,
    },
  },
  async ({ device, json, ...location }) => {
    const revoked = await withOffice(location, (store) =>
      store.revokeDevice(device, new Date().toISOString()),
    )
    if (!revoked) throw new UsageError(NO_SUCH_DEVICE)
    printResult(json, { device_id: device, revoked }, 'The device is revoked.')
  },
)

export const deviceCommands = [pair, listDevices, renameDevice, revokeDevice]
