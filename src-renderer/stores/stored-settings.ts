import type { EnvironmentStatus } from '../../src-shared/domain/environment.ts'
import type { SubmissionSettings } from '../../src-shared/domain/queue.ts'
import type { ServiceSettingsView } from '../../src-shared/domain/service-settings.ts'
import { ok, type Result } from '../../src-shared/errors.ts'
import type { Channel } from '../../src-shared/ipc/channels.ts'
import type { ChannelInput, ChannelOutput } from '../../src-shared/ipc/contract.ts'
import type { CreditBox } from '../../src-shared/credit-box/credit-box.ts'
import { typedBox, type TypedBox } from '../../src-shared/credit-box/typed-box.ts'
import { call } from '../api/funding-desk.ts'

// What the forms of the settings edit, as it is stored.

export type Connection = Pick<EnvironmentStatus, 'environment' | 'base_url' | 'client_id'>
/** Numbers as kept texts, since a form also keeps what is not understood. */
type RateLimiter = Record<'rate' | 'minutes', string>
export type Sending = Record<'undo' | 'days', string>
/** A box as it is edited; React needs a name for it that does not change. */
type EditedBox = { id: number; box: TypedBox }

export const connectionOf = ({ environment, base_url, client_id }: EnvironmentStatus): Connection => ({
  environment,
  base_url,
  client_id,
})
export const rateLimitOf = (settings: ServiceSettingsView): RateLimiter => ({
  rate: String(settings.requests_per_second),
  minutes: String(settings.asking_interval_minutes),
})
export const sendingOf = ({ undo_seconds, duplicate_days }: SubmissionSettings): Sending => ({
  undo: String(undo_seconds),
  days: String(duplicate_days),
})
export const editedOf = (boxes: readonly CreditBox[]): EditedBox[] =>
  boxes.map((box, id) => ({ id, box: typedBox(box) }))

/** Reads from main what is stored now; another window may have saved it. */
export const readStored = {
  connection: () => read('environment.get', connectionOf),
  relay: () => read('environment.get', ({ relay_url }) => ({ url: relay_url })),
  creditBox: () => read('credit_box.get', ({ boxes }) => editedOf(boxes)),
  payload_profile: () => read('profile.view', ({ profile }) => profile),
  endpoints: () => read('service.settings', ({ endpoints }) => endpoints),
  network: () => read('service.settings', ({ network }) => network),
  pace: () => read('service.settings', rateLimitOf),
  sending: () => read('submission.settings', sendingOf),
} satisfies Record<string, () => Promise<Result<unknown>>>

export type Form = keyof typeof readStored

async function read<C extends Channel, T>(
  channel: C,
  pick: (answer: ChannelOutput<C>) => T,
): Promise<Result<T>> {
  const answer = await call(channel, {} as ChannelInput<C>)
  return answer.ok ? ok(pick(answer.value)) : answer
}
