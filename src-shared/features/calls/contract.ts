import { z } from 'zod'
import { type, type Contract } from '../../platform/ipc/parts.ts'
import type { ServiceCall } from './service-call.ts'

export const callsContract = {
  'calls.list': { input: z.object({ search: z.string().max(200) }), output: type<ServiceCall[]>() },
} as const satisfies Contract
