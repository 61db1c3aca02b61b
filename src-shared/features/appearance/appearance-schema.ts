import { z } from 'zod'

/** Appearance and language of the app on this computer. `system` and `auto` follow the computer's settings. */
export const appearanceSettingsSchema = z.object({
  language: z.enum(['system', 'en', 'es']),
  color_scheme: z.enum(['auto', 'light', 'dark']),
  zoom: z.int().min(80).max(200).default(100),
  /**
   * Enables keyboard shortcuts that are single keys, without Ctrl or ⌘. A broker may turn them off, because dictation or a slip could
   * trigger them by accident (WCAG 2.1.4).
   */
  single_keys: z.boolean().default(true),
  support_mode: z.boolean().default(false),
})
export type AppearanceSettings = z.infer<typeof appearanceSettingsSchema>
