import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_APPEARANCE } from '../../../src-shared/features/appearance/appearance.ts'
import { DEFAULT_LOCK } from '../../../src-shared/features/lock/lock.ts'
import { alertSettingsSchema, DEFAULT_ALERTS } from '../../../src-shared/features/today/notification.ts'
import { updateMemorySchema } from '../../../src-shared/features/updates/update.ts'
import { environmentSchema } from '../../../src-shared/platform/words/vocabulary-schema.ts'
import { keepValid } from '../../../src-shared/platform/base/keep-valid.ts'
import { readPreferences, writePreferences } from './preferences-store.ts'
import type { WindowPlace } from './window-place.ts'
import { lockSettingsSchema } from '../../../src-shared/features/lock/contract.ts'
import { appearanceSettingsSchema } from '../../../src-shared/features/appearance/appearance-schema.ts'

const windowPlaceSchema: z.ZodType<WindowPlace> = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  is_maximized: z.boolean(),
})

const preferencesSchema = z.object({
  environment: environmentSchema,
  alerts: alertSettingsSchema,
  appearance: appearanceSettingsSchema,
  window: windowPlaceSchema.nullable(),
  /** True if a notification has already informed the broker that the app keeps receiving events after its window was closed. */
  told_that_it_listens: z.boolean(),
  /** True if the broker was told that the data folder is on another computer. */
  told_of_network_folder: z.boolean(),
  updates: updateMemorySchema,
  /** `has_pin`: a PIN is set, so the app starts locked. The keychain holds the PIN's verifier. */
  lock: lockSettingsSchema.extend({ has_pin: z.boolean() }),
})
type Preferences = z.infer<typeof preferencesSchema>

/** The default preferences. The environment is the sandbox, in which nothing is sent to a real partner. */
const defaults = (): Preferences => ({
  environment: 'sandbox',
  alerts: DEFAULT_ALERTS,
  appearance: DEFAULT_APPEARANCE,
  window: null,
  told_that_it_listens: false,
  told_of_network_folder: false,
  updates: { automatic: true, installation_id: randomUUID(), last_run: null, installing: null },
  lock: { ...DEFAULT_LOCK, has_pin: false },
})

/** Settings that the app needs before any vault is open. The file contains no personal data. */
export class PreferencesFile {
  readonly #file: string
  #preferences: Preferences
  #writing: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
    this.#preferences = keepValid(preferencesSchema, readPreferences(file), defaults())
  }

  get(): Preferences {
    return this.#preferences
  }

  readonly environment = {
    get: () => this.#preferences.environment,
    set: (environment: Preferences['environment']) => this.change({ environment }),
  }

  readonly alerts = {
    get: () => this.#preferences.alerts,
    keep: (alerts: Preferences['alerts']) => this.change({ alerts }),
  }

  readonly updates = {
    get: () => this.#preferences.updates,
    keep: (changes: Partial<Preferences['updates']>) =>
      this.change({ updates: { ...this.#preferences.updates, ...changes } }),
  }

  readonly lock = {
    get: () => this.#preferences.lock,
    keep: (changes: Partial<Preferences['lock']>) =>
      this.change({ lock: { ...this.#preferences.lock, ...changes } }),
  }

  /** Changes preferences immediately in memory. Resolves when the changes are on disk. */
  change(changes: Partial<Preferences>): Promise<void> {
    this.#preferences = { ...this.#preferences, ...changes }
    const present = this.#preferences
    // The caller of the earlier change learns of its failure.
    this.#writing = this.#writing.catch(() => {}).then(() => writePreferences(this.#file, present))
    return this.#writing
  }
}
