export interface ShellEvents {
  /** The user chose an item of the app's menu. The page runs the action with the id `action_id`. */
  'menu.run': { action_id: string; by_keys: boolean }
}
