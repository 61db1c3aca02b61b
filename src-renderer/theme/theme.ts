import { createTheme, rem, type MantineThemeOverride, type MantineColorSchemeManager } from '@mantine/core'
import type { MouseEvent } from 'react'
import { messages } from '../../src-shared/messages/messages.ts'

/** Calm and dense: one accent, small radii, system fonts, tabular figures where money stands. In the language of now. */
export const appTheme = (): MantineThemeOverride =>
  createTheme({
    primaryColor: 'indigo',
    // White on it keeps 4.5 : 1, in the dark too.
    primaryShade: 7,
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily:
      '"Segoe UI Variable Text", "Segoe UI", -apple-system, BlinkMacSystemFont, "Liberation Sans", sans-serif',
    headings: {
      fontWeight: '600',
      sizes: { h1: { fontSize: rem(20) }, h2: { fontSize: rem(15) }, h3: { fontSize: rem(14) } },
    },
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
    components: {
      // Words of help under a field leave the fields of a row on one line.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Checkbox: { defaultProps: { iconColor: 'white' } },
      Button: { defaultProps: { size: 'sm' } },
      // Lets the user pick a corrected file of the same name again. The browser reports only a different choice.
      FileButton: { defaultProps: { inputProps: { onClick: forgetPicked } } },
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
      // A menu may hold nothing but its entries, and the one that is asked for first has the focus.
      // Each change between its two ways of placing keeps the former one with all that was shown, until the screen is left.
      Popover: { defaultProps: { preventPositionChangeWhenVisible: false } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      MenuDivider: { defaultProps: { role: 'separator' } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': messages().common.close } } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': messages().common.close } } },
      Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
    },
  })

function forgetPicked({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.value = ''
}

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
