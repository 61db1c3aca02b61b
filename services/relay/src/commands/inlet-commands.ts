import { z } from 'zod'
import { UsageError } from '../usage-error.ts'
import { createInletSegment } from '../devices/secrets.ts'
import {
  answer,
  defineCommand,
  environmentField,
  environmentOption,
  jsonField,
  jsonOption,
  placeFields,
  placeOptions,
  table,
  textField,
  withStore,
  type Command,
} from './command-line.ts'
import { needEnvironment } from './need-environment.ts'

const addInlet = defineCommand(
  {
    name: 'inlet add',
    help: 'Create an address to which the partner posts. Register it there once. Anyone who knows it can post to it.',
    options: { ...placeOptions, environment: environmentOption, json: jsonOption },
  },
  z.object({ ...placeFields, environment: environmentField, json: jsonField }),
  async ({ environment, json, ...place }) => {
    const inlet = createInletSegment()
    await withStore(place, async (store) => {
      await needEnvironment(store, environment)
      await store.addInlet({ inlet, environment, created_at: new Date().toISOString() })
    })
    const path = `/hooks/${environment}/${inlet}`
    answer(json, { inlet, path }, `New inlet. Below the relay's public address it is:\n${path}`)
  },
)

const listInlets = defineCommand(
  { name: 'inlet list', help: 'List the inlets.', options: { ...placeOptions, json: jsonOption } },
  z.object({ ...placeFields, json: jsonField }),
  async ({ json, ...place }) => {
    const inlets = await withStore(place, (store) => store.listInlets())
    const rows = inlets.map(({ inlet, environment, created_at, revoked_at }) => [
      inlet,
      environment,
      created_at,
      revoked_at === null ? 'in use' : `revoked ${revoked_at}`,
    ])
    answer(json, { inlets }, table(['INLET', 'ENVIRONMENT', 'MADE', 'STATE'], rows, 'There is no inlet yet.'))
  },
)

const revokeInlet = defineCommand(
  {
    name: 'inlet revoke',
    help: 'Close an inlet permanently. Also remove its registration at the partner.',
    options: {
      ...placeOptions,
      inlet: { value: 'INLET', help: 'path segment from inlet list' },
      json: jsonOption,
    },
  },
  z.object({ ...placeFields, inlet: textField(100), json: jsonField }),
  async ({ inlet, json, ...place }) => {
    const revoked = await withStore(place, (store) => store.revokeInlet(inlet, new Date().toISOString()))
    if (!revoked) throw new UsageError('There is no such inlet in use. "relay inlet list" shows them.')
    answer(json, { inlet, revoked }, 'The inlet is closed.')
  },
)

export const inletCommands: Command[] = [addInlet, listInlets, revokeInlet]
