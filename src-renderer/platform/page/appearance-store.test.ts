import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import type { AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import { changeAppearance, loadAppearance, useAppearance } from './appearance-store.ts'

const chosen: AppearanceSettings = {
  language: 'en',
  color_scheme: 'dark',
  zoom: 150,
  single_keys: true,
  support_mode: false,
}
const saved: AppearanceSettings[] = []
let answer: () => void

beforeAll(() => {
  const asked = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('window', {
    fundingDesk: {
      call: async (channel: string, input: unknown) => {
        if (channel === 'appearance.save') saved.push(input as AppearanceSettings)
        else await asked
        return ok(channel === 'appearance.get' ? { settings: chosen, language: 'en' } : {})
      },
    },
  })
})
afterAll(() => vi.unstubAllGlobals())

test('changes made before the settings are loaded are applied to the loaded settings, and no setting is lost', async () => {
  void loadAppearance()
  const larger = changeAppearance(({ zoom }) => ({ zoom: zoom + 10 }))
  const again = changeAppearance(({ zoom }) => ({ zoom: zoom + 10 }))
  expect(saved).toEqual([])
  answer()
  await Promise.all([larger, again])
  expect(saved).toEqual([
    { ...chosen, zoom: 160 },
    { ...chosen, zoom: 170 },
  ])
  expect(useAppearance.getState().settings).toEqual({ ...chosen, zoom: 170 })
})
