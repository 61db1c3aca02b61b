import { createTheme, rem, type MantineThemeOverride, type MantineColorSchemeManager } from '@mantine/core'
import type { MouseEvent } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/**
 * Creates the theme: one accent color, small radii, one font, and the scales for text and spacing. Uses the current language. tokens.css
 * contains the colors.
 */
export const appTheme = (): MantineThemeOverride =>
  createTheme({
    primaryColor: 'indigo',
    // On this shade of the accent color, white text has a contrast of 4.5 : 1, also in the dark scheme.
    primaryShade: 7,
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // The first font is part of the app (index.html declares it). The others are for characters that it lacks.
    fontFamily:
      '"Inter Variable", "Segoe UI Variable Text", "Segoe UI", -apple-system, BlinkMacSystemFont, "Liberation Sans", sans-serif',
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: rem(18), lineHeight: '1.35' },
        h2: { fontSize: rem(14), lineHeight: '1.45' },
        h3: { fontSize: rem(13), lineHeight: '1.45' },
      },
    },
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
    // Multiples of 4.
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
    radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(24) },
    components: {
      // Descriptions are below the inputs, so that the inputs of a row align.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Checkbox: { defaultProps: { iconColor: 'white' } },
      Button: { defaultProps: { size: 'sm', variant: 'default' } },
      Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500, radius: 'xl' } },
      // Lets the user choose the same file again, for example after correcting its content. Without this handler, the browser reports a
      // choice only if its path differs from the last one.
      FileButton: { defaultProps: { inputProps: { onClick: forgetPicked } } },
      Text: { defaultProps: { size: 'sm' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Select: { defaultProps: { size: 'sm', comboboxProps: { transitionProps: { duration: 0 } } } },
      NumberInput: { defaultProps: { size: 'sm' } },
      Modal: {
        defaultProps: {
          transitionProps: { duration: 100 },
          centered: true,
          closeButtonProps: { 'aria-label': messages().common.close },
        },
      },
      // Popover: by default, Mantine switches its way of positioning, and each switch keeps the closed popover in memory until the screen
      // closes.
      // Menu: without Mantine's focus placeholder, a menu contains only its items, and no hidden element takes the initial focus.
      Popover: {
        defaultProps: { preventPositionChangeWhenVisible: false, transitionProps: { duration: 100 } },
      },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 0 } } },
      MenuDivider: { defaultProps: { role: 'separator' } },
      Skeleton: { defaultProps: { animate: false } },
      SegmentedControl: { defaultProps: { transitionDuration: 100 } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': messages().common.close } } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': messages().common.close } } },
      Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 }, fz: 'xs' } },
    },
  })

function forgetPicked({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.value = ''
}

/**
 * Pages follow the system's color scheme, which main sets to the broker's choice. Mantine's own manager would read local storage at
 * every start, which delays the first screen.
 */
export const SYSTEMS_COLORS: MantineColorSchemeManager = {
  get: (usual) => usual,
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
}
