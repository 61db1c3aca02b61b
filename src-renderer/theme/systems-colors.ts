import type { MantineColorSchemeManager } from '@mantine/core'

/**
 * The pages follow the system's colors, which main sets as they were chosen. The kit's own keeper would ask local storage at every
 * start, and hold up the first screen for that.
 */
export const SYSTEMS_COLORS: MantineColorSchemeManager = {
  get: (usual) => usual,
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
}
