import { IconBell, IconBriefcase, IconCoin, IconListDetails, IconSettings } from '@tabler/icons-react'
import { messages } from '../../src-shared/messages/messages.ts'
import type { Screen } from './route.ts'

/** A screen that one can go to from everywhere. */
export interface Place {
  screen: Exclude<Screen, 'deal' | 'offers' | 'setup'>
  label: string
  icon: typeof IconBell
  /** Shown next to the link in the frame, the palette, and the menu. */
  keys: string
}

/** The places of the frame in their order. Each gets its link, its keys and its lines in palette and menu from here. */
export function places(): Place[] {
  const { pipeline, inbox, callLog, settings } = messages().shell
  return [
    { screen: 'pipeline', label: pipeline, icon: IconBriefcase, keys: 'mod+1' },
    { screen: 'inbox', label: inbox, icon: IconBell, keys: 'mod+2' },
    { screen: 'money', label: messages().money.title, icon: IconCoin, keys: 'mod+3' },
    { screen: 'calls', label: callLog, icon: IconListDetails, keys: 'mod+9' },
    { screen: 'settings', label: settings, icon: IconSettings, keys: 'mod+,' },
  ]
}
