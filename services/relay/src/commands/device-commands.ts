import { printable } from '../../../../src-shared/platform/base/text.ts'
import type { Device } from '../store/relay-store.ts'
import { environmentOption, officeOptions, routeCommand, table, textOption } from './define-command.ts'

const pair = routeCommand({
  name: 'pair',
  help: 'Create a code and a link to pair one workstation. They work once, for ten minutes.',
  route: 'POST /v1/offices/{office}/pairing-codes',
  options: {
    ...officeOptions,
    name: textOption('TEXT', 'name of the workstation: "Front desk"'),
    environment: environmentOption,
  },
  show: (
    { code, link, expires_at }: { code: string; link: string | null; expires_at: string },
    { name, environment },
  ) =>
    [
      `Pairing code for "${printable(name)}" (${environment}): ${code}`,
      ...(link === null ? [] : [`Link that opens the app: ${link}`]),
      `It works once, until ${expires_at}.`,
    ].join('\n'),
})

const listDevices = routeCommand({
  name: 'device list',
  help: 'List the paired workstations.',
  route: 'GET /v1/offices/{office}/devices',
  options: officeOptions,
  show: ({ devices }: { devices: Device[] }) =>
    table(
      ['DEVICE', 'NAME', 'WORKSTATION', 'ENVIRONMENT', 'READ TO', 'STATE'],
      devices.map((device) => [
        device.device_id,
        device.name,
        device.workstation,
        device.environment,
        String(device.acked_seq),
        device.revoked_at === null ? 'paired' : `revoked ${device.revoked_at}`,
      ]),
      'No device is paired yet.',
    ),
})

const deviceOption = textOption('DEVICE', 'id from device list')

const renameDevice = routeCommand({
  name: 'device rename',
  help: 'Rename a workstation.',
  route: 'PATCH /v1/offices/{office}/devices/{device}',
  options: { ...officeOptions, device: deviceOption, name: textOption('TEXT', 'new name') },
  show: (_, { name }) => `The device is now named "${printable(name)}".`,
})

const revokeDevice = routeCommand({
  name: 'device revoke',
  help: 'Revoke the access of a workstation. It no longer gets events.',
  route: 'DELETE /v1/offices/{office}/devices/{device}',
  options: { ...officeOptions, device: deviceOption },
  show: () => 'The device is revoked.',
})

export const deviceCommands = [pair, listDevices, renameDevice, revokeDevice]
