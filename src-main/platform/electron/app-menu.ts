import { app, Menu, type KeyboardEvent, type MenuItemConstructorOptions } from 'electron'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

interface MenuParts {
  /**
   * Runs an action in the front window. The command palette and the shortcuts run the same actions. `by_keys` is true if the user pressed
   * the action's shortcut.
   */
  run(action_id: string, by_keys: boolean): void
}

type Item = MenuItemConstructorOptions

/**
 * Creates the app's menu for the current operating system. A chosen menu item only tells the page which action to run. The menu shows the
 * actions' shortcuts, but the page handles them. Therefore no shortcut runs an action twice, and the page itself can handle Undo in a form.
 */
export function drawMenu({ run }: MenuParts): void {
  const isMac = process.platform === 'darwin'
  const text = messages().menu
  const { lock, shell, palette, pipeline, money, updates, today } = messages()
  const separator: Item = { type: 'separator' }
  const action = (id: string, label: string, accelerator: string): Item => ({
    id,
    label,
    accelerator,
    // macOS ignores this option: if the page did not handle a shortcut, macOS calls `click`, and the app sends the action to the page.
    registerAccelerator: false,
    click: (_item, _window, event: KeyboardEvent | undefined) =>
      run(id, event?.triggeredByAccelerator === true),
  })
  const settings = action('go.settings', text.settings, 'CmdOrCtrl+,')
  const quit: Item = { role: 'quit', label: text.quit }

  const appMenu: Item = {
    label: app.name,
    submenu: [
      { role: 'about', label: text.about },
      separator,
      settings,
      separator,
      { role: 'services', label: text.services },
      separator,
      { role: 'hide', label: text.hide },
      { role: 'hideOthers', label: text.hideOthers },
      { role: 'unhide', label: text.showAll },
      separator,
      quit,
    ],
  }
  const file: Item = {
    label: text.file,
    submenu: [
      action('pipeline.new_deal', pipeline.newApplication, 'CmdOrCtrl+N'),
      action('app.new_window', palette.newWindow, 'CmdOrCtrl+Shift+N'),
      separator,
      action('app.print', text.print, 'CmdOrCtrl+P'),
      separator,
      ...(isMac ? [] : [settings, separator]),
      action('app.lock', lock.lockNow, 'CmdOrCtrl+L'),
      action('app.close_window', palette.closeWindow, 'CmdOrCtrl+W'),
      ...(isMac ? [] : [quit]),
    ],
  }
  const edit: Item = {
    label: text.edit,
    submenu: [
      action('edit.undo', text.undo, 'CmdOrCtrl+Z'),
      action('edit.redo', text.redo, isMac ? 'Cmd+Shift+Z' : 'Ctrl+Y'),
      separator,
      { role: 'cut', label: text.cut },
      { role: 'copy', label: text.copy },
      { role: 'paste', label: text.paste },
      { role: 'selectAll', label: text.selectAll },
      separator,
      action('pipeline.find', pipeline.searchDeals, 'CmdOrCtrl+F'),
    ],
  }
  const view: Item = {
    label: text.view,
    submenu: [
      action('app.palette', palette.openPalette, 'CmdOrCtrl+K'),
      separator,
      action('go.today', today.title, 'CmdOrCtrl+T'),
      action('go.pipeline', shell.pipeline, 'CmdOrCtrl+1'),
      action('go.money', money.title, 'CmdOrCtrl+3'),
      action('go.calls', shell.callLog, 'CmdOrCtrl+9'),
      separator,
      action('go.back', palette.back, isMac ? 'Cmd+[' : 'Alt+Left'),
      action('go.forward', palette.forward, isMac ? 'Cmd+]' : 'Alt+Right'),
      separator,
      action('app.zoom_in', palette.zoomIn, 'CmdOrCtrl+Plus'),
      action('app.zoom_out', palette.zoomOut, 'CmdOrCtrl+-'),
      action('app.zoom_reset', palette.zoomReset, 'CmdOrCtrl+0'),
      action('app.toggle_theme', palette.toggleTheme, 'CmdOrCtrl+Shift+L'),
      separator,
      { role: 'togglefullscreen', label: text.fullScreen },
      ...(app.isPackaged ? [] : ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] as Item[])),
    ],
  }
  const window: Item = {
    label: text.window,
    role: 'window',
    submenu: [
      { role: 'minimize', label: text.minimize },
      ...(isMac
        ? ([
            { role: 'zoom', label: text.zoomWindow },
            separator,
            { role: 'front', label: text.front },
          ] as Item[])
        : []),
    ],
  }
  const help: Item = {
    label: text.help,
    role: 'help',
    submenu: [
      action('app.shortcuts', palette.openShortcuts, 'CmdOrCtrl+/'),
      action('app.check_for_updates', updates.check, 'CmdOrCtrl+Shift+K'),
      { id: 'settings.about', label: text.aboutAndDiagnostics, click: () => run('settings.about', false) },
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(isMac ? [appMenu] : []), file, edit, view, window, help]),
  )
}
