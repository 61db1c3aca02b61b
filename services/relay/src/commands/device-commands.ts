import { pairLinkOf } from '../../../../src-shared/deep-link.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import { printable } from '../../../../src-shared/text.ts'
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
import { readSettings } from '../settings.ts'

const NO_SUCH_DEVICE = 'No paired device has this id. See "relay device list".'

type Location = Parameters<typeof withOffice>[0]

/** Creates a pairing code for one computer, and prints it with its link, if the relay has an https address. */
export async function printInvitation({
  name,
  environment,
  json,
  ...location
}: Location & { name: string; environment: Environment; json: boolean }): Promise<void> {
  const { code, expires_at } = await withOffice(location, async (office) => {
    await requireEnvironment(office, environment)
    return addPairingCode(office, { name, environment }, Date.now())
  })
  const { public_url } = readSettings({ data: location.data, config: location.config }).settings
  const link = pairLinkOf(public_url ?? '', code)
  const words = [
    `Pairing code for "${printable(name)}" (${environment}): ${code}`,
    ...(link === null ? [] : [`Link that opens the app: ${link}`]),
    `It works once, until ${expires_at}.`,
  ]
  printResult(json, { code, link, expires_at }, words.join('\n'))
}

const pair = defineCommand(
  {
    name: 'pair',
    help: 'Create a code and a link to pair one workstation. They work once, for ten minutes.',
    options: {
      ...officeOptions,
      name: textOption('TEXT', 'name of the workstation: "Front desk"'),
      environment: environmentOption,
      json: jsonOption,
    },
  },
  printInvitation,
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
