import { afterEach, expect, test } from 'vitest'
import { applyPreset } from '../../src-main/features/connection/connection-settings.ts'
import { composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

test('a preset fills empty settings of its environment and never overwrites existing settings', async () => {
  const { vault } = await composeApp(cleanup)
  const preset = { environment: 'sandbox' as const, base_url: 'https://preset.example', client_id: 'preset' }
  value(await applyPreset(vault, 'production', preset))
  expect(value(await vault.getSetting('base_url'))).toBeNull()
  value(await applyPreset(vault, 'sandbox', preset))
  value(await applyPreset(vault, 'sandbox', { ...preset, base_url: 'https://later.example' }))
  expect(value(await vault.getSetting('base_url'))).toBe('https://preset.example')
  // The request rate that the broker chose survives the next start.
  value(await vault.commit([{ write: 'set_setting', key: 'requests_per_second', value: '3' }]))
  value(await applyPreset(vault, 'sandbox', { ...preset, requests_per_second: 0, undo_seconds: 0 }))
  expect(value(await vault.getSetting('requests_per_second'))).toBe('3')
  expect(value(await vault.getSetting('undo_seconds'))).toBe('0')
})
