import { on } from '../api/funding-desk.ts'
import { navigate, SETTINGS_SECTIONS } from '../navigation/route.ts'
import { runAction, runPressed } from './actions.ts'
import { IS_MAC } from './keys.ts'

/** Does what is chosen in the app's menu; to be called once. */
export function followMenu(): () => void {
  return on('menu.run', ({ action_id, by_keys }) => {
    if (action_id === 'edit.undo') return takeStep('undo')
    if (action_id === 'edit.redo') return takeStep('redo')
    const section = SETTINGS_SECTIONS.find((one) => action_id === `settings.${one}`)
    if (section !== undefined) return navigate({ screen: 'settings', section })
    if (by_keys) runPressed(action_id)
    else runAction(action_id)
  })
}

/** As its key would: a form with an undo of its own takes the key; in any other input the browser's undo is meant. */
function takeStep(step: 'undo' | 'redo'): void {
  const key = new KeyboardEvent('keydown', {
    key: 'z',
    code: 'KeyZ',
    ctrlKey: !IS_MAC,
    metaKey: IS_MAC,
    shiftKey: step === 'redo',
    bubbles: true,
    cancelable: true,
  })
  const isLeft = (document.activeElement ?? document.body).dispatchEvent(key)
  if (isLeft) document.execCommand(step)
}
