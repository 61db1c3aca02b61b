import { failure } from '../../platform/base/failure.ts'
import type { appearanceContract } from '../../../src-shared/features/appearance/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Appearance, AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import { chooseLanguage, loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { setMessages } from '../../../src-shared/platform/texts/messages.ts'
import type { Emit, Looks } from '../../platform/base/system.ts'

export function openAppearance({
  appearance,
}: {
  appearance: AppearanceSettingsStore
}): RoomHandlers<typeof appearanceContract> {
  return {
    'appearance.get': async () => appearance.view(),
    'appearance.save': (settings) => appearance.save(settings),
  }
}

/** Applies the appearance and language settings, and sets main's own language. */
export class AppearanceSettingsStore {
  readonly #looks: Looks
  readonly #emit: Emit

  constructor(looks: Looks, emit: Emit) {
    this.#looks = looks
    this.#emit = emit
  }

  view(): Appearance {
    const settings = this.#looks.chosen()
    return { settings, language: chooseLanguage(settings.language, this.#looks.systemLanguages()) }
  }

  /** Sets main's language. Await it before main shows any text. */
  async setMessages(): Promise<void> {
    const { language } = this.view()
    setMessages(language, await loadMessages(language))
  }

  async save(settings: AppearanceSettings): Promise<Appearance> {
    try {
      await this.#looks.keep(settings)
    } catch {
      throw failure('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull)
    }
    await this.setMessages()
    const appearance = this.view()
    this.#emit('appearance.changed', appearance)
    return appearance
  }
}
